// Runs VACUUM in the embedded engine, which has no autovacuum. The engine forgets its statistics when it closes,
// so changed rows are counted here. Invariant: never inside a transaction; a failure loses nothing.

/** Some 7,000 events. It costs as much as what changed since the last time, so it may come often. */
const AFTER_ROWS = 25_000;

/** `statement` runs one outside of transactions. */
export function createVacuum(statement: <Row>(sql: string) => Promise<Row[]>, afterRows = AFTER_ROWS) {
  let rows = 0;
  let running = false;
  async function everyTable(): Promise<void> {
    // The catalogue's own tables too: without it their transaction numbers would run out one day.
    const tables = await statement<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' order by 1`,
    );
    for (const { name } of tables) await statement(`vacuum ${name}`).catch(() => undefined);
  }
  return {
    /** Rows were written. Runs when it is time: tables one by one, so that requests get their turn in between. */
    async changed(more: number): Promise<void> {
      rows += more;
      if (running || rows < afterRows) return;
      [running, rows] = [true, 0];
      await everyTable().catch(() => undefined);
      running = false;
    },
  };
}
