// Private labels of ids, kept in this browser and written to files as BIP-329 does: one JSON object per line, `{type, ref, label}`.
// Invariant: one label per id, never empty; neither stored text nor a file is trusted.
import { isDigest, isObjectId, normaliseId } from '@/lib/contract/ids';
import type { IdFamily } from '@/lib/view/paths';

export const MAX_LABELS = 5000;
export const MAX_LABEL_LENGTH = 255;

export interface Label {
  type: IdFamily;
  ref: string;
  label: string;
}

const TYPES: readonly IdFamily[] = [
  'leader',
  'agent',
  'dag',
  'execution',
  'task',
  'payment',
  'address',
  'transaction',
  'object',
];

/** Control and direction characters could make one label look like another. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}]/u;

/** Why a text can't be a label; null when it can. */
export function labelProblem(text: string): string | null {
  if (text.trim() === '') return 'label is empty';
  if (text.length > MAX_LABEL_LENGTH) return `label is longer than ${MAX_LABEL_LENGTH} characters`;
  return UNPRINTABLE.test(text) ? 'label contains control characters' : null;
}

/** A label, or the problem with it. */
function readLabel(value: unknown): Label | string {
  if (typeof value !== 'object' || value === null) return 'not a JSON object';
  const { type, ref, label } = value as Record<string, unknown>;
  const labelType = TYPES.find((name) => name === type);
  if (labelType === undefined) return 'unknown type';
  if (typeof ref !== 'string' || !(isObjectId(ref) || isDigest(ref))) return 'ref is not an ID or digest';
  if (typeof label !== 'string') return 'label is missing';
  const problem = labelProblem(label);
  if (problem !== null) return problem;
  return { type: labelType, ref: isObjectId(ref) ? normaliseId(ref) : ref, label: label.trim() };
}

export function labelsOf(stored: unknown): readonly Label[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .map(readLabel)
    .filter((label) => typeof label !== 'string')
    .slice(0, MAX_LABELS);
}

export function withoutLabel(labels: readonly Label[], ref: string): readonly Label[] {
  return labels.filter((label) => label.ref !== ref);
}

/** Adds labels; each replaces the one of the same id. Newest first. */
export function withLabels(labels: readonly Label[], added: readonly Label[]): readonly Label[] {
  const byRef = new Map(added.map((label) => [label.ref, label]));
  return [...byRef.values(), ...labels.filter(({ ref }) => !byRef.has(ref))].slice(0, MAX_LABELS);
}

export function labelLines(labels: readonly Label[]): string {
  return labels.map(({ type, ref, label }) => `${JSON.stringify({ type, ref, label })}\n`).join('');
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads a file of labels. Bad lines are named by number, e.g. `Line 3: unknown type`. */
export function parseLabelLines(text: string): { labels: Label[]; problems: string[] } {
  const labels: Label[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const found = readLabel(jsonOf(line));
    if (typeof found === 'string') problems.push(`Line ${index + 1}: ${found}`);
    else labels.push(found);
  }
  return { labels, problems };
}
