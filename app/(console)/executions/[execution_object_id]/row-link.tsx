/** The id of a row as a link to exactly this row. */
export function RowLink({ anchor, id }: { anchor: string; id: number }) {
  return (
    <a
      id={anchor}
      href={`#${anchor}`}
      className="scroll-mt-24 mono text-2 hover:text-accent hover:underline"
      aria-label={`Link to row ${id}`}
    >
      {id}
    </a>
  );
}
