// File and folder names: kebab-case, and no catch-all names such as `utils`.
import { posix } from 'node:path';

const FOLDER =
  /^(?:\.?[a-z0-9]+(?:-[a-z0-9]+)*|\[{1,2}(?:\.\.\.)?[a-z0-9_-]+\]{1,2}|\([a-z0-9-]+\)|[@_][a-z0-9-]+)$/;
const FILE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const CATCH_ALL = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'hooks', 'common-utils', 'misc']);

/** What is wrong with the name of `file` (relative to the repository), or null. */
export function badName(file) {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  const stem = name.split('.')[0] ?? '';
  const folder = parts.find((part) => !FOLDER.test(part));
  if (folder) return `folder '${folder}' is not kebab-case`;
  if (!FILE.test(name)) return `'${name}' is not kebab-case`;
  const catchAll = [...parts, stem].find((part) => CATCH_ALL.has(part));
  if (catchAll) return `'${catchAll}' is a catch-all: name it after its content`;
  if (stem === 'index') return 'no barrels: import the file itself';
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
