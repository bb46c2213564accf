import Link from 'next/link';

interface ListViewsProps<View extends string> {
  label: string;
  /** The first has no name in the URL. */
  views: readonly { view: View | null; title: string }[];
  current: View | null;
  hrefOf: (query: { tab?: View }) => string;
}

/** Links between the views of a list page. */
export function ListViews<View extends string>({ label, views, current, hrefOf }: ListViewsProps<View>) {
  return (
    <nav aria-label={label} className="mb-3 flex gap-[18px] border-b border-line">
      {views.map(({ view, title }) => (
        <Link
          key={title}
          href={hrefOf(view === null ? {} : { tab: view })}
          prefetch={false}
          aria-current={view === current ? 'true' : undefined}
          className="border-b-2 border-transparent py-[7px] text-2 hover:text-text aria-[current]:border-accent aria-[current]:text-text"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
