// A process that stands by to write to DATABASE_URL (its argument) and then appends for ever, for tests that kill or stop it.
// Prints the tip it began with, each acknowledged tip, and the end: the append that was refused.
import { systemClock } from '@/lib/time/clock';
import { openIndex } from '@/lib/index-service/open-index';
import { WriterReplaced } from '@/lib/index-service/store/writer-lock';
import { event, id } from './recorded-events';

const AT_ONCE = 20;

const [databaseUrl = ''] = process.argv.slice(2);
const print = (line: Record<string, unknown>) => console.log(JSON.stringify(line));

print({ standing: 'by' });
const index = await openIndex({ DATA_DIR: '', DATABASE_URL: databaseUrl }, systemClock, {
  standby: new AbortController().signal,
});
print({ began: Number(index.log.tip()) });
for (let refused = false; !refused;) {
  const next = Number(index.log.tip());
  try {
    await index.log.append(
      Array.from({ length: AT_ONCE }, (_, n) => event('DAGCreatedEvent', { dag: id(`dag ${next + n}`) })),
    );
    print({ done: Number(index.log.tip()) });
  } catch (error) {
    // The server has ended the transaction in which this process was stopped.
    refused = error instanceof WriterReplaced;
    print(refused ? { refused: String(error) } : { broke: String(error) });
  }
}
process.exit(0);
