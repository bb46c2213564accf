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
  const files = readdirSync(folder).filter((entry) => entry.endsWith('.ts') && entry !== 'main.ts');
  const benchmarks: string[] = [];
  for (const entry of files)
    if (((await import(folder + entry)) as Bench).run !== undefined)
      benchmarks.push(entry.replace(/(-service)?\.ts$/, ''));
  console.error(`usage: npm run bench -- ${benchmarks.join('|')}`);
  process.exitCode = 2;
} else {
  console.log(JSON.stringify(await bench.run(parts)));
}
