// The probe against the double: what it says of nodes that serve all, less, or something else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { deployments, type Deployment } from './packages';
import { writeProbe, type ProbeReport } from './probe';
import { checkpointsOf } from './testing/chain-of';
import { nodeEvent } from './testing/node-json';
import { startNodeDouble, type DoubleCheckpoint } from './testing/node-double';

const mainnet = deployments[0] as Deployment;
const LINES = simulatedLines('probe', 60).filter((line) => !('snapshot' in line)) as EventLine[];
const CHECKPOINTS = checkpointsOf(LINES, 50n, (line) => nodeEvent(mainnet, line.kind, line.payload));
const published = LINES.slice(0, 1).map((line) => line.tx_digest);
const emitted = LINES.filter((line) => line.tx_digest === published[0]);
const network: Deployment = { ...mainnet, name: 'double', from: 50n, published };

const closing: (() => Promise<void>)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'probe-'));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function probed(
  faults: Parameters<typeof startNodeDouble>[1] = {},
  { token, checkpoints = CHECKPOINTS }: { token?: string; checkpoints?: readonly DoubleCheckpoint[] } = {},
) {
  const { packages } = network;
  const node = await startNodeDouble(checkpoints, {
    chainId: network.chainId,
    floor: 50n,
    packages: Object.fromEntries(Object.values(packages).map((id) => [id, id])),
    plainObject: packages.tool,
    ...faults,
  });
  closing.push(() => node.close());
  const printed: string[] = [];
  const options = {
    node: { url: node.url, token, tokenHeader: 'x-token' },
    deployment: network,
    print: (line: string) => void printed.push(line),
    // A subscription to checkpoints says nothing until there is one.
    patienceMs: 100,
  };
  const code = await writeProbe(options, folder);
  const file = readFileSync(join(folder, `chain-probe-${node.faults.chainId.slice(0, 8)}.json`), 'utf8');
  return { report: JSON.parse(file) as ProbeReport, file, code, printed: printed.join('\n') };
}

test('a node that serves everything: every event decoded, nothing differs', async () => {
  const { report, printed, code } = await probed();
  expect(report.differences).toEqual([]);
  expect(code).toBe(0);
  expect(report.events).toHaveLength(LINES.length);
  expect(report.events.map(({ reason }) => reason)).toEqual(LINES.map(() => null));
  expect(report.calls).toMatchObject({
    ListEvents: 'served',
    SubscribeEvents: 'served',
    GetObject: 'served',
    ListDynamicFields: 'served',
  });
  expect(printed).toContain(`events       ${LINES.length} read, ${LINES.length} decoded, 0 foreign`);
});

test('an event of another package in one of the wrappers counts as foreign, as in the index', async () => {
  const [first, ...rest] = CHECKPOINTS as [DoubleCheckpoint, ...DoubleCheckpoint[]];
  const foreign = `0x${'d'.repeat(64)}`;
  const type = `${mainnet.packages.primitives}::event::EventWrapper<${foreign}::greeting::Hello>`;
  const transactions = [
    ...first.transactions,
    { digest: '1'.repeat(32), sender: foreign, events: [{ type, json: { event: {} } }] },
  ];
  const ids = [...Object.values(network.packages), foreign].map((id) => [id, id]);
  const { report, code, printed } = await probed(
    { packages: Object.fromEntries(ids) },
    { checkpoints: [{ ...first, transactions }, ...rest] },
  );
  expect(report.differences).toEqual([]);
  expect(code).toBe(0);
  expect(printed).toContain(`events       ${LINES.length} read, ${LINES.length} decoded, 1 foreign`);
});

describe('says what a node lacks', { tags: ['full'] }, () => {
  test('one that lists few events or checkpoints in a call', async () => {
    const { report } = await probed({ scanCheckpoints: 1, pageEvents: 2 });
    expect(report.differences).toEqual([]);
    expect(report.events).toHaveLength(LINES.length);
  });

  test('one whose list does not end', async () => {
    const { report } = await probed({ stuckOn: 'new cursors' });
    expect(report.calls['ListEvents']).toContain('did not end within 200 calls');
    expect(report.differences).toEqual(['ListEvents fails']);
    expect(report.events.length).toBeGreaterThan(0);
  });

  test('an older one, with a publication far beyond the checkpoints that are read', async () => {
    const empty = Array.from({ length: 100 }, (_, at) => ({
      sequence: 50n + BigInt(at),
      time: '2026-01-01T00:00:00.000Z',
      transactions: [],
    }));
    const later = CHECKPOINTS.map((checkpoint) => ({ ...checkpoint, sequence: checkpoint.sequence + 100n }));
    const faults = { unimplemented: ['ListEvents', 'SubscribeEvents'] };
    const { report } = await probed(faults, { checkpoints: [...empty, ...later] });
    expect(report.events.map(({ reason }) => reason)).toEqual(emitted.map(() => null));
    expect(report.differences).toEqual(['the subscriptions were silent for 0.1 s']);
  });

  test('an older one: whole checkpoints are read', async () => {
    const { report } = await probed({ unimplemented: ['ListEvents', 'SubscribeEvents'] });
    expect(report.calls).toMatchObject({
      ListEvents: 'not served',
      SubscribeEvents: 'not served',
      GetCheckpoint: 'served',
    });
    expect(report.events.length).toBeGreaterThan(emitted.length);
    expect(report.events.filter(({ reason }) => reason !== null)).toEqual([]);
    // The double has no new checkpoint.
    expect(report.differences).toEqual(['the subscriptions were silent for 0.1 s']);
  });

  test('an archive, which has no subscriptions', async () => {
    const { report } = await probed({ unimplemented: ['SubscribeEvents', 'SubscribeCheckpoints'] });
    expect(report.differences).toEqual(['no subscription: the node can only be a CHAIN_HISTORY_URL']);
  });

  test('one with a later version of the package that wraps events', async () => {
    const { primitives } = network.packages;
    const ids = Object.values(network.packages).map((id) => [id, id]);
    const packages = { ...Object.fromEntries(ids), [`0x${'8'.repeat(64)}`]: primitives };
    const { report, printed } = await probed({ packages });
    expect(report.package_versions).toMatchObject({ primitives: '2', interface: '1', scheduler: '1' });
    expect(printed).toContain('versions     primitives 2, interface 1, ');
    expect(report.differences).toEqual([]);
  });

  test('one without the packages of the network', async () => {
    const { report, code, printed } = await probed({ packages: {} });
    expect(code).toBe(1);
    expect(printed).toContain('DIFFERS      GetObject fails');
    expect(printed).toContain('versions     unknown');
    expect(report.calls['GetObject']).toContain('no such object');
    expect(report.differences).toEqual(['GetObject fails']);
  });

  test('a pruned one', async () => {
    const { report } = await probed({ floor: 55n });
    expect(report.differences).toEqual([
      expect.stringMatching(/begins at checkpoint 55, .*CHAIN_HISTORY_URL/),
    ]);
  });

  test('a pruned one that is older too', async () => {
    const { report } = await probed({ floor: 55n, unimplemented: ['ListEvents', 'SubscribeEvents'] });
    expect(report.calls['BatchGetTransactions']).toBe('served');
    expect(report.differences).toEqual([
      expect.stringMatching(/begins at checkpoint 55/),
      'the subscriptions were silent for 0.1 s',
    ]);
  });

  test('one that needs a token', async () => {
    await expect(probed({ token: 'secret' }, { token: 'other' })).rejects.toThrow(/Set CHAIN_TOKEN/);
    expect((await probed({ token: 'secret' }, { token: 'secret' })).report.differences).toEqual([]);
  });

  test('one that repeats the token in its errors', async () => {
    const { report, printed, file } = await probed({ refused: ['ListEvents'] }, { token: 'secret-token' });
    expect(report.calls['ListEvents']).toContain('refused: …');
    expect(report.differences).toEqual(['ListEvents fails']);
    expect(file + printed).not.toContain('secret-token');
  });

  test('one of another chain', async () => {
    const chainId = '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD';
    expect((await probed({ chainId })).report.differences).toEqual([`double is on chain ${network.chainId}`]);
  });

  test('events of another form, and a publication without events', async () => {
    const [first, ...rest] = CHECKPOINTS as [DoubleCheckpoint, ...DoubleCheckpoint[]];
    const type = `${mainnet.packages.primitives}::event::EventWrapper<${mainnet.packages.registry}::leader::LeaderRegistryCreatedEvent>`;
    const transactions = [
      {
        digest: '1'.repeat(32),
        sender: `0x${'a'.repeat(64)}`,
        events: [{ type, json: { event: { registry: 7 } } }],
      },
    ];
    const { report } = await probed({}, { checkpoints: [{ ...first, transactions }, ...rest] });
    expect(report.differences).toEqual([
      `transaction ${published[0]} has no time`,
      `transaction ${published[0]} emitted no event that was listed`,
      `event ${'1'.repeat(32)}/0, LeaderRegistryCreatedEvent: registry is no text`,
    ]);
  });
});
