import { describe, expect, it } from 'vitest';
import type { PlacementAnswer, PlacementQuestion } from '@/lib/dag/placement/question';
import { createLayoutClient, type LayoutQuestion, type LayoutWorker } from './layout-client';

/** Told apart by their width alone. */
const question = (width: number): PlacementQuestion => ({
  sizes: new Float32Array([width, 10]),
  edges: new Float32Array(),
  wrap: false,
  heading: 'right',
});
const answerOf = (width: number): PlacementAnswer => ({
  width,
  height: 10,
  vertices: new Float32Array(2),
  points: new Float32Array(),
  starts: new Uint32Array(1),
  labels: new Float32Array(),
});

/** Workers that answer when told to, and clocks that strike when told to. */
function stage() {
  const workers: (LayoutWorker & {
    asked: LayoutQuestion[];
    ended: boolean;
    answer: (at: number) => void;
  })[] = [];
  const alarms: { ms: number; act: () => void; off: boolean }[] = [];
  const client = createLayoutClient({
    spawn: () => {
      const worker = {
        onmessage: null,
        onerror: null,
        asked: [] as LayoutQuestion[],
        ended: false,
        postMessage: (question: LayoutQuestion) => worker.asked.push(question),
        terminate: () => {
          worker.ended = true;
        },
        answer: (at: number) => {
          const asked = worker.asked[at]!;
          const data = { id: asked.id, answer: answerOf(asked.question.sizes[0]!) };
          (worker as LayoutWorker).onmessage?.({ data } as never);
        },
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
    const answer = client.run(question(1), { deadline_ms: 1000 });
    workers[0]!.answer(0);
    workers[0]!.answer(1);
    expect((await answer).width).toBe(1);
    expect(workers).toHaveLength(1);
  });

  it('keeps a worker for the next question and calls the deadline off', async () => {
    const { client, workers, alarms } = stage();
    for (const [at, width] of [1, 2].entries()) {
      const answer = client.run(question(width), { deadline_ms: 1000 });
      workers[0]!.answer(at);
      await answer;
    }
    expect(workers).toHaveLength(1);
    expect(alarms.map(({ off }) => off)).toEqual([true, true]);
  });

  it('ends the worker of a question nobody waits for, and starts another', async () => {
    const { client, workers } = stage();
    const leaving = new AbortController();
    const answer = client.run(question(1), { deadline_ms: 1000, signal: leaving.signal });
    leaving.abort(new Error('left the page'));
    await expect(answer).rejects.toThrow('left the page');
    expect(workers[0]!.ended).toBe(true);
    const next = client.run(question(2), { deadline_ms: 1000 });
    workers[1]!.answer(0);
    expect((await next).width).toBe(2);
  });

  it('gives up at the deadline and says so', async () => {
    const { client, workers, alarms } = stage();
    const answer = client.run(question(1), { deadline_ms: 20_000 });
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
      client.run(question(1), { deadline_ms: 1 }),
      client.run(question(2), { deadline_ms: 1 }),
    ];
    workers[1]!.answer(0);
    workers[0]!.answer(0);
    await Promise.all(answers);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });

  it('reports a worker that cannot start', async () => {
    const { client, workers } = stage();
    const answer = client.run(question(1), { deadline_ms: 1 });
    workers[0]!.onerror?.({ message: '' } as ErrorEvent);
    await expect(answer).rejects.toMatchObject({
      reason: 'failed',
      message: 'the layout worker did not start',
    });
  });
});
