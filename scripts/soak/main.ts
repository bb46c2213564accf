// npm run soak -- --minutes N (default 5): runs the product on this machine while its processes are killed. The last line is the
// summary as JSON; exits with 0 if every reader has exactly the log. Needs a build.
import { parseArgs } from 'node:util';
import { soak } from './soak';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes: a number up to 1440');
const summary = await soak({
  seconds: minutes * 60,
  readers: 60,
  keys: 3,
  perSecond: 40,
  killEverySeconds: 10,
  restartIndexEverySeconds: 60,
  resets: 2,
  simulate: 'soak:5',
  print: (line) => console.log(line),
});
console.log(JSON.stringify(summary));
process.exit(summary.wrong === 0 ? 0 : 1);
