// Questions about DAGs, each answered from the overview in at most four interactions and without reading JSON.
import { Asker } from '@/e2e/asker';
import { readIndex, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';

const nameOf = (value: unknown) => String((value as Json)['name']);

/** What each group of each DAG asks for, as it was recorded: by DAG, by group, `vertex.port`. */
async function askedInLog(index: Awaited<ReturnType<typeof readIndex>>) {
  const dags = new Map<string, Map<string, { vertex: string; port: string }[]>>();
  for (const event of await index.all('/events?kinds=DAGEntryVertexInputPortAdded')) {
    const { dag, vertex, entry_port, entry_group } = event['payload'] as Json;
    const groups = dags.get(String(dag)) ?? new Map<string, { vertex: string; port: string }[]>();
    const port = { vertex: nameOf(vertex), port: nameOf(entry_port) };
    groups.set(nameOf(entry_group), [...(groups.get(nameOf(entry_group)) ?? []), port]);
    dags.set(String(dag), groups);
  }
  return dags;
}

test('8 What must be supplied to run one entry group of a DAG?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const asked = await askedInLog(index);
  // The one with the most groups: another group's ports must not be among the answer.
  const [dag, groups] = [...asked].sort((a, b) => b[1].size - a[1].size)[0]!;
  expect(groups.size).toBeGreaterThan(1);
  const [group, wanted] = [...groups].at(-1)!;
  const added = (await index.all('/events?kinds=DAGVertexAdded')).map((event) => event['payload'] as Json);
  await openDemo(page);
  const asker = new Asker(page);
  await asker.search(dag);
  const panel = page.getByTestId('entry-inputs');
  await asker.press(panel.getByRole('radio', { name: group, exact: true }));
  await expect(panel.locator('[data-supplied]')).toHaveCount(wanted.length);
  for (const { vertex, port } of wanted) {
    const { kind } = added.find((one) => one['dag'] === dag && nameOf(one['vertex']) === vertex) ?? {};
    const fqn = String((kind as Json)['tool_fqn']);
    const tool = await index.get(`/tools/${encodeURIComponent(fqn)}`);
    const contract = (tool['input_schema'] as Json[]).find((one) => one['port_name'] === port);
    const row = panel.locator(`[data-supplied="${vertex}.${port}"]`);
    await expect(row.getByRole('button', { name: vertex, exact: true })).toBeVisible();
    await expect(row).toContainText(
      `${String(contract?.['cardinality'])}, ${String(contract?.['value_kind'])}`,
    );
    await expect(row.locator(`[data-same-id="${fqn}"]`)).toBeVisible();
  }
  // The drawing lights the same group.
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
});
