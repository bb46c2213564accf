// Acts of one browser that are on their way together: each request carries the cookie of the moment it was sent, and the browser keeps the cookie of the
// answer that came last.
import { beforeEach, expect, it } from 'vitest';
import {
  createKeyringJar,
  withConnection,
  withoutConnection,
  type Keyring,
  type KeyringJar,
} from './keyring';
import { createSeals } from './seals';
import { createSessionTurns, type SessionTurns } from './session-turns';
import { connectionFor } from '@/lib/relay/testing/connection-for';

let at: number;
let turns: SessionTurns;
let cookie: string | undefined;
const seals = createSeals(['n'.repeat(32)], () => 0);

beforeEach(() => {
  at = 0;
  cookie = undefined;
  let ids = 0;
  turns = createSessionTurns(
    () => at,
    () => `session ${++ids}`,
  );
});

/** A jar over the cookie as it is now; the answer brings the browser what was written. */
function request(sent = cookie): { jar: KeyringJar; arrive: () => void } {
  let held = sent;
  const store = {
    get: () => (held === undefined ? undefined : { value: held }),
    set: (_: string, value: string) => (held = value),
    delete: () => 0,
  };
  return { jar: createKeyringJar(store, seals, false), arrive: () => void (cookie = held) };
}

const claim =
  (id: string, index: Promise<void> = Promise.resolve()) =>
  async (jar: KeyringJar) => {
    await jar.read();
    await index;
    await jar.write(withConnection(await jar.read(), connectionFor({ id, key_id: `k_${id}` })));
  };

async function act(work: (jar: KeyringJar) => Promise<void>, sent = cookie): Promise<void> {
  const { jar, arrive } = request(sent);
  await turns.take(jar, work);
  arrive();
}

const held = async (): Promise<Keyring> => request().jar.read();
const ids = async () => (await held()).connections.map(({ id }) => id);

it('keeps the keys of two claims that came with one cookie', async () => {
  await act(claim('a'));
  let give = (): void => undefined;
  const index = new Promise<void>((done) => (give = done));
  const both = [act(claim('b', index)), act(claim('c'))];
  give();
  await Promise.all(both);
  expect(await ids()).toEqual(['a', 'b', 'c']);
});

it('takes one act at a time, so that the second sees the room that the first has taken', async () => {
  await act(claim('a'));
  const sizes: number[] = [];
  const looking = (id: string) => async (jar: KeyringJar) => {
    sizes.push((await jar.read()).connections.length);
    await claim(id)(jar);
    sizes.push((await jar.read()).connections.length);
  };
  await Promise.all([act(looking('b')), act(looking('c'))]);
  expect(sizes).toEqual([1, 2, 2, 3]);
});

it('does not bring back what was left while a claim was on its way', async () => {
  await act(claim('a'));
  const leave = async (jar: KeyringJar) => jar.write(withoutConnection(await jar.read(), 'a'));
  await Promise.all([act(leave), act(claim('b'))]);
  expect(await ids()).toEqual(['b']);
});

it('goes on after an act that failed', async () => {
  await act(claim('a'));
  const failing = act(() => Promise.reject(new Error('refused')));
  const next = act(claim('b'));
  await expect(failing).rejects.toThrow('refused');
  await next;
  expect(await ids()).toEqual(['a', 'b']);
});

it('believes a cookie that is late for seconds only, and one that is newer than what it wrote', async () => {
  await act(claim('a'));
  const late = cookie;
  await act(claim('b'));
  at = 14_999;
  await act(claim('c'), late);
  expect(await ids()).toEqual(['a', 'b', 'c']);

  const here = turns;
  turns = createSessionTurns(
    () => at,
    () => 'elsewhere',
  );
  await act(claim('d'));
  turns = here;
  await act(claim('e'));
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);

  at += 15_000;
  await act(claim('f'), late);
  expect(await ids()).toEqual(['a', 'f']);
});

it('lets a browser without a cookie pass, names its session, and lets only so many acts wait', async () => {
  await act(claim('a'));
  expect((await held()).session).toEqual({ id: 'session 1', writes: 1 });
  const acts = await Promise.allSettled(
    Array.from({ length: 10 }, (_, place) => act(claim(`b${place % 2}`))),
  );
  expect(acts.map(({ status }) => status)).toEqual([...Array<string>(9).fill('fulfilled'), 'rejected']);
});
