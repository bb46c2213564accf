// Which outputs a run of a DAG produces: always (guaranteed), never together with another (exclusive), or under conditions.
// Ignores failed evaluations and aborted runs, which can end a walk anywhere.
import { isolated } from '@/lib/text/foreign-text';
import { branchingOf, type Branching, ENTRY, type VariantsOf, type Way } from './branching';
import type { FlowGraph, OutputPort } from './flow-graph';
import { outputName } from './wording';

export type OutputClass = 'guaranteed' | 'exclusive' | 'conditional';

export interface ClassifiedOutput {
  key: string;
  vertex: string;
  variant: string;
  port: string;
  outputClass: OutputClass;
  reason: string;
}

interface Declared extends Pick<OutputPort, 'key' | 'variant' | 'port'> {
  vertex: string;
  ways: readonly Way[] | null;
}

/** Choices or outputs named in a reason. */
const MOST_NAMED = 3;
/** With more outputs than this, exclusivity is not checked. */
const MOST_COMPARED = 200;

function joinWords(words: readonly string[], last: string): string {
  const firstWords = words.slice(0, MOST_NAMED);
  const more = words.length - firstWords.length;
  if (more > 0) return `${firstWords.join(', ')} ${last} ${more} more`;
  return firstWords.length < 2
    ? firstWords.join('')
    : `${firstWords.slice(0, -1).join(', ')} ${last} ${firstWords.at(-1)}`;
}

/** `gate takes within`; several options are joined by "or". */
function choiceText(decision: string, ...options: string[]): string {
  const text = options.map(isolated).join(' or ');
  return decision === ENTRY ? `the run starts with ${text}` : `${isolated(decision)} takes ${text}`;
}

/** The choices of a way, starting with those that the structure branches on. */
function choicesText(way: Way, { branches }: Branching): string {
  const choices = [...way].sort(
    ([decision], [otherDecision]) => Number(branches(otherDecision)) - Number(branches(decision)),
  );
  return joinWords(
    choices.map(([decision, option]) => choiceText(decision, option)),
    'and',
  );
}

/** The choices that all ways have in common. */
function common(ways: readonly Way[]): Way {
  const [first = new Map<string, string>()] = ways;
  return new Map(
    [...first].filter(([decision, option]) => ways.every((way) => way.get(decision) === option)),
  );
}

function conditionText(ways: readonly Way[], branching: Branching): string {
  const [first = new Map<string, string>()] = ways;
  const needed = common(ways);
  if (ways.length === 1) return `Only if ${choicesText(first, branching)}`;
  if (needed.size === 0) return `Only in ${ways.length} cases, such as: ${choicesText(first, branching)}`;
  return `Only if ${choicesText(needed, branching)}, in ${ways.length} cases`;
}

/** The decision that makes two outputs mutually exclusive; null if a run may produce both. */
function divide(output: Declared, otherOutput: Declared, { conflict }: Branching): string | null {
  if (!output.ways?.length || !otherOutput.ways?.length) return null;
  const decisions = output.ways.flatMap(
    (way) => otherOutput.ways?.map((other) => conflict(way, other)) ?? [],
  );
  return decisions.includes(null) ? null : (decisions[0] ?? null);
}

function exclusiveText(output: Declared, others: readonly [Declared, string][]): string {
  const [[first, decision] = [output, '']] = others;
  const options = [output, first].map(({ ways }) => common(ways ?? []).get(decision));
  const names = joinWords(
    others.map(([other]) => `${isolated(other.vertex)}.${isolated(outputName(other))}`),
    'or',
  );
  const [option, otherOption] = options;
  const because =
    option === undefined || otherOption === undefined ? '' : `: ${choiceText(decision, option, otherOption)}`;
  return `Never together with ${names}${because}`;
}

function classified(output: Declared, all: readonly Declared[], branching: Branching): [OutputClass, string] {
  const { ways, vertex, variant } = output;
  if (ways === null) return ['conditional', 'Too many paths to trace'];
  if (ways.length === 0) return ['conditional', `No edge or entry group leads to ${isolated(vertex)}`];
  if (ways.some((way) => way.size === 0))
    return ['guaranteed', `${isolated(vertex)} runs on every path and always ends with ${isolated(variant)}`];
  const others = all.length > MOST_COMPARED ? [] : all;
  const apart = others.flatMap((other): [Declared, string][] => {
    const decision = other === output ? null : divide(output, other, branching);
    return decision === null ? [] : [[other, decision]];
  });
  if (apart.length > 0) return ['exclusive', exclusiveText(output, apart)];
  return ['conditional', conditionText(ways, branching)];
}

/** The declared outputs of a DAG. With an unknown contract, a vertex may take variants that the structure doesn't name. */
export function classifiedOutputs(graph: FlowGraph, variantsOf: VariantsOf): ClassifiedOutput[] {
  const branching = branchingOf(graph, variantsOf);
  const declared = graph.vertices.flatMap(({ name, outputs }) =>
    outputs
      .filter((output) => output.declared)
      .map(({ key, variant, port }): Declared => ({
        key,
        vertex: name,
        variant,
        port,
        ways: branching.waysTo(name, variant),
      })),
  );
  return declared.map((output) => {
    const { key, vertex, variant, port } = output;
    const [outputClass, reason] = classified(output, declared, branching);
    return { key, vertex, variant, port, outputClass, reason };
  });
}
