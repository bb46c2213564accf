// Text that others wrote, ids and amounts, as a reader finds, selects and copies them in a browser.
import { expect, test } from '@/e2e/stack/fixtures';
import { connectWithKey, rowsOf } from '@/e2e/visitor';

const hex = (digit: string) => `0x${digit.repeat(64)}`;
const DAG = hex('d');
const POOL = 9007199254740993n;
const OVERRIDE = 'draft\u202ef5.20 SUI';
const HEBREW = 'שלום';
const TOWER = `Z${'\u0301'.repeat(60)}`;

let number = 0;
function recorded(kind: string, payload: object): object {
  number += 1;
  const tx_digest = String((number % 8) + 1).repeat(44);
  return {
    kind,
    tx_digest,
    sender_address: hex('a'),
    onchain_at: `2026-11-20T10:00:${String(number).padStart(2, '0')}.000Z`,
    payload,
  };
}

const vertex = (name: string) =>
  recorded('DAGVertexAddedEvent', {
    dag: DAG,
    vertex: { name },
    kind: { variant: 'OffChain', tool_fqn: `xyz.example.${name}@1` },
  });
const edge = (from: string, to: string) =>
  recorded('DAGEdgeAddedEvent', {
    dag: DAG,
    from_vertex: { name: from },
    edge: {
      from: { variant: { name: 'ok' }, port: { name: 'out' } },
      to: { vertex: { name: to }, port: { name: 'in' } },
      kind: { variant: 'Normal' },
    },
  });
const deposit = (leader: string) =>
  recorded('StakeDepositedEvent', {
    registry: hex('b'),
    leader_cap_id: leader,
    staker: hex('a'),
    amount: POOL,
    minted_shares: POOL,
    total_shares: POOL,
    pool_total: POOL,
    at_ms: 1_790_000_000_000,
  });

test(
  'names cannot speak for the console; ids are found and copied whole',
  { tag: '@full' },
  async ({ page, context, ownStack }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ownStack.consoleUrl });
    const names = [OVERRIDE, HEBREW, TOWER, '__proto__', 'a~b'];
    await ownStack.ingest([
      recorded('DAGCreatedEvent', { dag: DAG }),
      ...names.map(vertex),
      edge('a~b', HEBREW),
      edge(HEBREW, 'a~b'),
      edge('a~b', 'never added'),
      recorded('DAGFinalizedEvent', { dag: DAG }),
      deposit(hex('1')),
      deposit(hex('2')),
    ]);
    await connectWithKey(page, ownStack.consoleUrl, await ownStack.claimKey(), '/leaders');

    await rowsOf(page, 'Leaders');
    expect(
      await page.evaluate(
        (id) => (window as unknown as { find: (text: string) => boolean }).find(id),
        hex('2'),
      ),
    ).toBe(true);
    await page.evaluate(() =>
      document.getSelection()?.selectAllChildren(document.querySelector('table') as Node),
    );
    let copied: string[][] = [];
    // Before the page listens, the browser copies its text.
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+c');
      copied = (await page.evaluate(() => navigator.clipboard.readText()))
        .split('\n')
        .map((line) => line.split('\t'));
      expect(copied).toHaveLength(3);
    }).toPass();
    expect(new Set(copied.map((cells) => cells.length)).size).toBe(1);
    for (const id of [hex('1'), hex('2')])
      expect(copied.find((cells) => cells[0] === id)).toContain("'9007199.254740993");

    await page.goto(`${ownStack.consoleUrl}/events?kinds=DAGVertexAdded`);
    await rowsOf(page, 'Events');
    await expect(page.locator('main')).toContainText('draftU+202Ef5.20 SUI');
    await expect(page.locator('bdi', { hasText: HEBREW }).first()).toBeVisible();

    await page.goto(`${ownStack.consoleUrl}/dags`);
    const row = (await rowsOf(page, 'DAGs')).first();
    await expect(row.locator('td[data-column=vertices]')).toHaveText('6');
    await expect(row.locator('td[data-column=loops]')).toHaveText('1');
    await page.goto(`${ownStack.consoleUrl}/dags/${DAG}?view=table`);
    await expect(page.getByText('6 vertices, 3 edges').first()).toBeVisible();
    await expect(page.getByRole('note').filter({ hasText: 'never added' })).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/[\u202e]|\u0301{4}/);

    await page.getByRole('tab', { name: 'Graph', exact: true }).click();
    await page.getByRole('button', { name: /^Fold/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /loop of/ }).click();
    await expect(page.getByRole('button', { name: 'Fold (1)' })).toBeVisible();
    await expect(page.getByText(/Showing 4 of 6|Showing 5 of 6/)).toBeVisible();
  },
);
