// Every page in front of an index whose values no index should send: it shows them as they are or as unknown, and does not break.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDataSet } from '@/e2e/foreign-index/data-set';
import type { PageCase } from '@/e2e/foreign-index/judge';
import { countReads, isLateScript, settledView } from '@/e2e/foreign-index/page-view';
import { PAGES } from '@/e2e/foreign-index/pages';
import { chooseIds } from '@/e2e/foreign-index/truth';
import { expect, test } from '@/e2e/stack/fixtures';
import { openConsole } from '@/e2e/stack/stack';
import { isJsonObject } from '@/lib/json/exact-number';
import { parseJson, stringifyJson } from '@/lib/json/exact';

const TIME = /^\d{4}-\d\d-\d\dT/;
const STATE = /^(status|kind|state|final_state|event_type|variant|settlement_kind|failure_class|source)$/;
/** Fields that select other rows. */
const REFERENCE = /^(tx_digest|group_by|granularity|bucket|next_token)$|digest|_id$|_address$/;
const ID = /^0x[0-9a-f]{64}$/;

interface Odd {
  applies: (name: string, text: string) => boolean;
  /** Used in turn. */
  values: readonly ((text: string) => string)[];
}

const constant = (values: readonly string[]) => values.map((value) => () => value);

const KINDS: Readonly<Record<string, readonly Odd[]>> = {
  'times and texts': [
    {
      applies: (_name, text) => TIME.test(text),
      values: constant([
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999999999Z',
        '2026-11-20T10:00:00.123456+05:45',
        'yesterday',
        '+275760-09-13T00:00:00Z',
        '',
        '2026-11-27T23:59:60Z',
        '2026-11-27 10:00:00Z',
      ]),
    },
    {
      applies: (name, text) =>
        ![TIME, ID].some((form) => form.test(text)) && !STATE.test(name) && !REFERENCE.test(name),
      values: [
        (text) => `\u202e${text}`,
        (text) => `שלום ${text}`,
        (text) => `${text}\u0000\u200b`,
        (text) => `${text}~${text}`,
        ...constant(['<b>&amp;"\'', '__proto__', '.', '..', 'a/b?c#d%2e%', 'x'.repeat(3_000)]),
      ],
    },
  ],
  states: [
    {
      applies: (name) => STATE.test(name),
      values: constant(['constructor', '__proto__', '', '\u202eevitca', 'A_B', 'toString']),
    },
  ],
};

/** A function that replaces texts within a value of JSON. */
function spoiler(odds: readonly Odd[]) {
  const used = odds.map(() => 0);
  const spoilt = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => spoilt(name, item));
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spoilt(key, member)]));
    if (typeof value !== 'string') return value;
    const at = odds.findIndex(({ applies }) => applies(name, value));
    const { values } = odds[at] ?? {};
    if (values === undefined) return value;
    used[at]! += 1;
    return values[used[at]! % values.length]?.(value);
  };
  return (value: unknown) => spoilt('', value);
}

/** An index in front of another one, whose answers it spoils. */
async function startSpoiler(
  indexUrl: string,
  key: string,
  odds: readonly Odd[],
): Promise<{ url: string; server: Server }> {
  const spoil = spoiler(odds);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/events/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
      return;
    }
    const run = async () => {
      const answer = await fetch(`${indexUrl}${path}`, { headers: { 'x-api-key': key } });
      const text = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(path === '/' ? text : stringifyJson(spoil(parseJson(text))));
    };
    run().catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const BROKEN =
  /.{0,80}(\bNaN\b|Invalid Date|\bundefined\b|\[object |\bInfinity\b|Couldn't display|function \w*\().{0,40}/s;
/** Tabs at a time. */
const TABS = 3;

for (const [kind, odds] of Object.entries(KINDS))
  test(`odd ${kind} break no page`, { tag: '@full' }, async ({ browser, stack }) => {
    const ids = await chooseIds(await readDataSet(stack));
    const { url, server } = await startSpoiler(stack.indexUrl, await stack.claimKey(), odds);
    const front = await openConsole(url, {});
    const findings: string[] = [];
    const queue = PAGES.filter(({ name }) => !name.includes('?'));
    const work = async () => {
      const context = await browser.newContext({ baseURL: front.url });
      const data = { key: 'k_1.odd-values-secret' };
      await context.request.post('/api/session', { headers: { origin: front.url }, data });
      const tab = await context.newPage();
      const complaints: string[] = [];
      tab.on('pageerror', (error) => complaints.push(error.message));
      tab.on('console', (message) => {
        const isComplaint = ['error', 'warning'].includes(message.type());
        if (isComplaint && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      const reads = countReads(tab);
      const visit = async (page: PageCase) => {
        complaints.length = 0;
        await tab.goto(page.path(ids));
        const view = await settledView(tab, reads, 30_000);
        const [broken] = BROKEN.exec(view.text) ?? [];
        const words = [
          ...(broken === undefined ? [] : [`shows ${JSON.stringify(broken)}`]),
          ...view.waiting.map((element) => `waits at ${element}`),
          ...complaints.filter((text) => !isLateScript(text, view)),
        ];
        findings.push(...words.map((text) => `${page.name}: ${text.slice(0, 300)}`));
      };
      for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
        const next = page;
        await test.step(next.name, () => visit(next));
      }
      await context.close();
    };
    try {
      await Promise.all(Array.from({ length: TABS }, work));
      expect(findings).toEqual([]);
    } finally {
      await front.close();
      server.closeAllConnections();
      server.close();
    }
  });
