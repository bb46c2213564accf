// Malicious responses of an index to the production build: over plain HTTP, as data and as a server-rendered page; then strings from the chain in a
// browser, which must stay text and link nowhere but to this console.
import { expect, type Page } from '@playwright/test';
import { get, leaks, test, type Answer, type Target } from '@/e2e/attack-target';
import { sampleOf } from '@/e2e/attacks';
import {
  endlessEvent,
  eventOf,
  HOSTILE,
  leaderOf,
  STRINGS,
  toolOf,
  type HostileAnswer,
} from '@/e2e/hostile-answers';
import { EMPTY, listing } from '@/e2e/scripted-index';
import { reply } from '@/lib/relay/testing/small-index';

/** What an answer of the console must not be, whatever stands behind it. */
function faultsOf(target: Target, { name }: HostileAnswer, where: string, answer: Answer): string[] {
  const problems = leaks(target, answer);
  const { status, headers } = answer;
  if (status === 500 || (status >= 300 && status < 400)) problems.push(`status ${status}`);
  for (const header of ['set-cookie', 'location', 'refresh', 'x-evil', 'access-control-allow-origin'])
    if (headers[header] !== undefined) problems.push(`the header ${header}`);
  if (headers['x-content-type-options'] !== 'nosniff') problems.push('no nosniff');
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html');
  if (!isPage && !/^application\/json/.test(String(headers['content-type']))) problems.push('not JSON');
  if (
    isPage &&
    /<(script|img src=x|svg onload|style|base|meta http-equiv="?refresh)[^>]*>(alert|\*\{)|href="(javascript|vbscript|data|http):|onerror=alert\(1\)>|<base /i.test(
      answer.bytes.replaceAll(/<script\b[^>]*nonce="[^"]*"[^>]*>.*?<\/script>/gs, ''),
    )
  )
    problems.push('markup of the index');
  return problems.map((problem) => `${name}, ${where}: ${problem}`);
}

let reads = 0;
/** The path with a filter of its own: the relay shares equal reads for a second. */
const newRead = (path: string) => `${path}?leader_address=0x${(reads += 1).toString(16)}`;

async function answerAll(target: Target, answers: readonly HostileAnswer[]): Promise<void> {
  const problems: string[] = [];
  const before = target.index.requests.length;
  for (const answer of answers) {
    target.index.replies.set('GET /leaders', answer.reply);
    problems.push(...faultsOf(target, answer, 'as data', await get(target, newRead('/api/index/leaders'))));
    problems.push(...faultsOf(target, answer, 'as a page', await get(target, newRead('/leaders'))));
  }
  target.index.replies.set('GET /leaders', reply(200, EMPTY));
  // Following a redirect would show up as an unexpected request.
  const paths = target.index.requests.slice(before).map(({ url }) => url.split('?')[0]);
  // But for what follows a 429, each was asked for as data and for the page.
  expect(paths.filter((path) => path === '/leaders').length).toBeGreaterThanOrEqual(2 * answers.length - 1);
  expect(paths.filter((path) => path === '/tokens/usage')).toEqual([]);
  expect(problems).toEqual([]);
  // After a 429 the relay waits before it asks the index again.
  await expect.poll(async () => (await get(target, newRead('/api/index/leaders'))).status).toBe(200);
}

test('hostile answers of every class reveal and change nothing', async ({ target }) => {
  await answerAll(target, sampleOf(HOSTILE, 9));
});

for (const [name, answers] of Object.entries(HOSTILE))
  test(`${name}: ${answers.length} hostile answers`, { tag: '@full' }, async ({ target }) => {
    await answerAll(target, answers);
  });

/** Links that lead away, and whatever of the strings has become markup. */
const intrusions = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      const { origin, protocol } = new URL(link.href);
      if (origin !== location.origin) found.push(`a link to ${protocol}//`);
    }
    for (const element of document.querySelectorAll(
      'img[src="x"], svg[onload], base, meta[http-equiv], iframe, object',
    ))
      found.push(element.outerHTML.slice(0, 80));
    for (const { tagName, attributes } of document.querySelectorAll('*'))
      for (const { name } of attributes) if (name.startsWith('on')) found.push(`${tagName} ${name}`);
    if ('polluted' in {}) found.push('a prototype');
    return found;
  });

test('strings from the chain are text in a browser, and lead nowhere', async ({ target, page }) => {
  const complaints: string[] = [];
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // A script that the policy stopped is one that should not have been there.
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  // React re-renders strings that HTML cannot carry, such as a lone surrogate, and reports it as error 418.
  page.on('pageerror', ({ message }) => {
    if (!message.includes('React error #418')) complaints.push(message);
  });
  const [name = '', value = ''] = target.cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: target.url }]);
  const { replies } = target.index;
  replies.set('GET /leaders', reply(200, listing(STRINGS.map(leaderOf))));
  replies.set('GET /tools', reply(200, listing(STRINGS.map(toolOf))));
  replies.set('GET /events', reply(200, listing([endlessEvent, ...STRINGS.map(eventOf)])));
  const evil = toolOf(STRINGS[1], 1);
  const port = { port_name: STRINGS[2], cardinality: STRINGS[3], value_kind: STRINGS[5] };
  const detail = {
    ...evil,
    input_schema: [port],
    output_variants: [{ variant_name: STRINGS[0], ports: [port] }],
  };
  replies.set(`GET /tools/${encodeURIComponent(evil.fqn)}`, reply(200, JSON.stringify(detail)));

  const rowSelector = `tr[data-row]`;
  for (const [path, text] of [
    ['/leaders', STRINGS[0]],
    ['/tools', STRINGS[2]],
    ['/events', STRINGS[1]],
    ['/events', 'ms after 1970'],
    [`/tools/${encodeURIComponent(evil.fqn)}`, STRINGS[1]],
  ] as const) {
    await page.goto(target.url + path);
    if (path.split('/').length === 2) await expect(page.locator(rowSelector).first()).toBeVisible();
    await expect(page.getByText(text).first(), path).toBeVisible();
    expect([path, await intrusions(page)]).toEqual([path, []]);
  }
  expect(complaints).toEqual([]);
  replies.set('GET /leaders', reply(200, EMPTY));
});
