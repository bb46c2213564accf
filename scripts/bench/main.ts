// npm run bench -- NAME [PART ...]: measures one part and prints its figures with their limits. The last line is one JSON object.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const [name = '', ...parts] = process.argv.slice(2);
/** `index` is not allowed as a file name. */
const file = `${folder}${name === 'index' ? 'index-service' : name}.ts`;

interface Bench {
  /** Prints its figures; resolves with the ratios. `parts`: what to measure; everything if empty. */
  run?: (parts: readonly string[]) => Promise<Record<string, unknown>>;
}

const bench = /^[a-z-]+$/.test(name) && existsSync(file) ? ((await import(file)) as Bench) : {};
if (bench.run === undefined) {
  const text = await Promise.all(
    readdirSync(folder)
      .filter((one) => one.endsWith('.ts') && one !== 'main.ts')
      .map(async (one) => ({ one, bench: (await import(folder + one)) as Bench })),
  );
  const known = text
    .filter((each) => each.bench.run !== undefined)
    .map((each) => each.one.replace(/(-service)?\.ts$/, ''));
  console.error(`usage: npm run bench -- ${known.join('|')}`);
  process.exitCode = 2;
} else {
  console.log(JSON.stringify(await bench.run(parts)));
}
