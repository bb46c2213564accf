import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScan } from './frame-scan';

const frame = (id: number) =>
  `id: ${id}\nevent: message\ndata: {"id":${id},"kind":"A","t":1700000000000.${(id % 90) + 10},"text":"data: x"}\n\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test.each([true, false])('every id is seen once, wherever reads and chunks end (chunked: %s)', (chunked) => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(400), { maxLength: 40 }),
      fc.array(fc.nat(400), { maxLength: 40 }),
      (cuts, chunkCuts) => {
        const cut = (text: string, places: number[]) => {
          const parts: string[] = [];
          let from = 0;
          for (const size of places) {
            if (size > 0 && from < text.length) parts.push(text.slice(from, from + size));
            from += size;
          }
          return [...parts, text.slice(from)].filter((part) => part !== '');
        };
        const text = Array.from({ length: 20 }, (_, index) => frame(index + 995)).join('');
        const sent = chunked ? cut(`: ok\n\n${text}`, chunkCuts).map(chunk).join('') : text;
        const head = `HTTP/1.1 200 OK\r\nA: b\r\n${chunked ? 'Transfer-Encoding: chunked\r\n' : ''}\r\n`;
        const ids: number[] = [];
        const statuses: number[] = [];
        const scan = createScan(
          { head: (status) => void statuses.push(status), event: (id) => void ids.push(id) },
          true,
        );
        for (const part of cut(head + sent, cuts)) scan.push(Buffer.from(part, 'latin1'));
        expect(statuses).toEqual([200]);
        expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 995));
      },
    ),
  );
});

test('the time of an event is read from the same bytes', () => {
  const times: (number | undefined)[] = [];
  const scan = createScan({ head: () => undefined, event: (_, madeAt) => void times.push(madeAt) }, true);
  scan.push(Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${frame(7)}${frame(8)}`));
  expect(times).toEqual([1700000000000.17, 1700000000000.18]);
});
