// No import cycles among our modules. The graph is read once per run, as text, because parsing every file is slow.
// Type-only imports do not count.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const FOLDERS = ['app', 'components', 'e2e', 'lib', 'pages', 'scripts'];
const CODE = /\.(ts|tsx|mjs)$/;
const ENDINGS = ['', '.ts', '.tsx', '.mjs'];
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"\n]+)['"]/gm;
const graphs = new Map();

function codeFiles(root) {
  const below = (folder) =>
    readdirSync(posix.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return folder === '' && !FOLDERS.includes(entry.name) ? [] : below(path);
      return CODE.test(entry.name) ? [path] : [];
    });
  return below('');
}

/** For each file below `root`, our files it imports, as paths relative to `root`. */
function importGraph(root) {
  const files = new Set(codeFiles(root));
  const target = (file, specifier) => {
    const path = specifier.startsWith('@/') ? specifier.slice(2) : posix.join(posix.dirname(file), specifier);
    return ENDINGS.map((ending) => path + ending).find((candidate) => files.has(candidate));
  };
  return new Map(
    [...files].map((file) => {
      const text = readFileSync(posix.join(root, file), 'utf8');
      const ours = [...text.matchAll(IMPORT)]
        .map((match) => match[1])
        .filter((name) => /^(@\/|\.)/.test(name));
      return [file, ours.map((name) => target(file, name)).filter((found) => found !== undefined)];
    }),
  );
}

/** The shortest path of imports from `file` back to itself, or null. */
function cycleFrom(graph, file) {
  const cameFrom = new Map();
  const queue = [file];
  for (const at of queue) {
    for (const next of graph.get(at) ?? []) {
      if (next === file) {
        const way = [file];
        for (let step = at; step !== undefined && step !== file; step = cameFrom.get(step)) way.unshift(step);
        return [file, ...way];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  return null;
}

export const importCycles = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'This file imports itself: {{way}}.' } },
  create(context) {
    const root = context.cwd.replaceAll('\\', '/');
    const file = posix.relative(root, context.filename.replaceAll('\\', '/'));
    if (!graphs.has(root)) graphs.set(root, importGraph(root));
    return {
      Program(node) {
        const way = cycleFrom(graphs.get(root), file);
        if (way) context.report({ node, messageId: 'cycle', data: { way: way.join(' → ') } });
      },
    };
  },
};
