import { describe, expect, it } from 'vitest';
import type { ElkGraph } from '@/lib/dag/layout';
import { createLayoutClient, type LayoutQuestion, type LayoutWorker } from './layout-client';

const graph = (id: string): ElkGraph => ({ id, children: [], edges: [] });

/** Workers that answer when told to, and clocks that strike when told to. */
function stage() {
  const workers: (LayoutWorker & { asked: string[]; ended: boolean; answer: (id: string) => void })[] = [];
  const alarms: { ms: number; act: () => void; off: boolean }[] = [];
  const client = createLayoutClient({
    spawn: () => {
      const worker = {
        onmessage: null,
        onerror: null,
        asked: [] as string[],
        ended: false,
        postMessage: (question: LayoutQuestion) => worker.asked.push(question.graph.id),
        terminate: () => {
          worker.ended = true;
        },
        answer: (id: string) => (worker as LayoutWorker).onmessage?.({ data: { graph: graph(id) } } as never),
      };
      workers.push(worker);
      return worker;
    },
    after: (ms, act) => {
      const alarm = { ms, act, off: false };
      alarms.push(alarm);
      return () => {
        alarm.off = true;
      };
    },
  });
  return { client, workers, alarms };
}

describe('the layout client', () => {
  it('uses the warmed worker, and is not fooled by the answer to its warming', async () => {
    const { client, workers } = stage();
    client.warm();
    client.warm();
    const answer = client.run(graph('one'), { deadline_ms: 1000 });
    workers[0]!.answer('warm');
    workers[0]!.answer('one');
    expect(await answer).toEqual(graph('one'));
    expect(workers.map(({ asked }) => asked)).toEqual([['warm', 'one']]);
  });

  it('keeps a worker for the next question and calls the deadline off', async () => {
    const { client, workers, alarms } = stage();
    for (const id of ['one', 'two']) {
      const answer = client.run(graph(id), { deadline_ms: 1000 });
      workers[0]!.answer(id);
      await answer;
    }
    expect(workers).toHaveLength(1);
    expect(alarms.map(({ off }) => off)).toEqual([true, true]);
  });

  it('ends the worker of a question nobody waits for, and starts another', async () => {
    const { client, workers } = stage();
    const leaving = new AbortController();
    const answer = client.run(graph('one'), { deadline_ms: 1000, signal: leaving.signal });
    leaving.abort(new Error('left the page'));
    await expect(answer).rejects.toThrow('left the page');
    expect(workers[0]!.ended).toBe(true);
    const next = client.run(graph('two'), { deadline_ms: 1000 });
    workers[1]!.answer('two');
    expect(await next).toEqual(graph('two'));
  });

  it('gives up at the deadline and says so', async () => {
    const { client, workers, alarms } = stage();
    const answer = client.run(graph('one'), { deadline_ms: 20_000 });
    alarms[0]!.act();
    await expect(answer).rejects.toMatchObject({
      reason: 'deadline',
      message: 'no layout was found within 20 seconds',
    });
    expect(workers[0]!.ended).toBe(true);
  });

  it('runs two questions at once in two workers and keeps one of them', async () => {
    const { client, workers } = stage();
    const answers = [
      client.run(graph('one'), { deadline_ms: 1 }),
      client.run(graph('two'), { deadline_ms: 1 }),
    ];
    workers[1]!.answer('two');
    workers[0]!.answer('one');
    await Promise.all(answers);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });

  it('reports a worker that cannot start', async () => {
    const { client, workers } = stage();
    const answer = client.run(graph('one'), { deadline_ms: 1 });
    workers[0]!.onerror?.({ message: '' } as ErrorEvent);
    await expect(answer).rejects.toMatchObject({
      reason: 'failed',
      message: 'the layout worker did not start',
    });
  });
});
