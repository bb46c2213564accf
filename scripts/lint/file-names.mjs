// File and folder names: kebab-case, and none of the drawers that collect everything.
import { posix } from 'node:path';

const FOLDER =
  /^(?:\.?[a-z0-9]+(?:-[a-z0-9]+)*|\[{1,2}(?:\.\.\.)?[a-z0-9_-]+\]{1,2}|\([a-z0-9-]+\)|[@_][a-z0-9-]+)$/;
const FILE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'hooks', 'common-utils', 'misc']);

/** What is wrong with the name of `file` (relative to the repository), or null. */
export function badName(file) {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  const stem = name.split('.')[0] ?? '';
  const folder = parts.find((part) => !FOLDER.test(part));
  if (folder) return `folder '${folder}' is not kebab-case`;
  if (!FILE.test(name)) return `'${name}' is not kebab-case`;
  const drawer = [...parts, stem].find((part) => DRAWERS.has(part));
  if (drawer) return `'${drawer}' says nothing: name it after what it holds`;
  if (stem === 'index') return 'no barrels: import the file that has it';
  return null;
}

export const fileNames = {
  meta: { type: 'problem', schema: [], messages: { bad: 'File name: {{why}}.' } },
  create(context) {
    const file = posix.relative(context.cwd.replaceAll('\\', '/'), context.filename.replaceAll('\\', '/'));
    return {
      Program(node) {
        const why = badName(file);
        if (why) context.report({ node, messageId: 'bad', data: { why } });
      },
    };
  },
};
