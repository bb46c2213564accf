import { describe, expect, it } from 'vitest';
import { createRelayLog, withoutSecrets } from './log';

const KEY = `dk_1.${'canary'.repeat(6)}`;
const SEAL = `Fe26.2*1*${'a'.repeat(64)}*b*c*d*e*f~2`;

function logText(work: (log: ReturnType<typeof createRelayLog>) => void): string {
  const lines: string[] = [];
  work(createRelayLog('debug', { write: (line) => lines.push(line) }));
  expect(lines.length).toBeGreaterThan(0);
  return lines.join('');
}

describe('the log at level debug', () => {
  it.each(['key', 'secret', 'password', 'passphrase', 'cookie', 'authorization', 'x-api-key', 'sealed'])(
    'redacts a field called %s',
    (name) => {
      const line = logText((log) => log.indexRequest({ [name]: 'shortone', status: 200 }));
      expect(line).not.toContain('shortone');
      expect(line).toContain('"status":200');
    },
  );

  it('redacts anything that looks like a key or a seal', () => {
    const line = logText((log) => {
      log.unforeseen(new Error(`fetch failed for ${KEY}`));
      log.stream(`cookie ${SEAL}`, { path: `/dags?x=${KEY}` });
    });
    expect(line).not.toContain('canary');
    expect(line).not.toContain('Fe26');
    expect(line).toContain('fetch failed for [redacted]');
  });

  it('leaves everything else unchanged', () => {
    const plain =
      '{"host":"127.0.0.1:4000","at":"lib/relay/session/key-facts.ts:7","kind":"WalkAdvancedEvent"}';
    expect(withoutSecrets(plain)).toBe(plain);
  });
});

it('logs no requests at the default level', () => {
  const lines: string[] = [];
  createRelayLog('info', { write: (line) => lines.push(line) }).indexRequest({ status: 200 });
  expect(lines).toEqual([]);
});
