// How often tools and skills fail, beside the period before, and why (GET /stats/vertices, /stats/failures, /stats/executions).
import type { ExecutionGroup, FailureGroup, VertexGroup } from '@/lib/contract/stats';
import { percentOf } from './percent';
import { finished, type Outcomes } from './run-statistics';

/** How many failed, of those that ended. */
export interface Rate {
  failed: number;
  ended: number;
}

/** From 0 to 1. */
export const shareOf = ({ failed, ended }: Rate) => (ended === 0 ? 0 : failed / ended);

/** `23.0 %`; null where nothing ended. */
export function rateText(rate: Rate): string | null {
  const value = percentOf(rate.failed, rate.ended);
  return value === null ? null : `${value} %`;
}

const FEWEST = 3;

/** Whether failures stand out: three or more, at more than twice the rate before. `before`: null where it is not known. */
export function standsOut(rate: Rate, before: Rate | null): boolean {
  return before !== null && rate.failed >= FEWEST && shareOf(rate) > 2 * shareOf(before);
}

/** `, up from 6.2 %`; empty where the rate before is unknown or reads the same. */
export function changeOfRate(rate: Rate, before: Rate | null): string {
  const earlier = before && rateText(before);
  if (earlier === null || earlier === rateText(rate)) return '';
  return `, ${shareOf(rate) > shareOf(before ?? rate) ? 'up' : 'down'} from ${earlier}`;
}

interface Reason<Text extends string | null = string> {
  text: Text;
  failed: number;
  /** Executions that failed because of it. */
  ended: number;
}

export interface Failing {
  /** A tool's name, or `agent/skill`. */
  key: string;
  /** What the skill does. */
  title: string | null;
  now: Rate;
  /** Null where it is not known. */
  before: Rate | null;
  standsOut: boolean;
  /** Executions that failed because of it. */
  causes: number;
  /** Why most executions failed because of it; otherwise the most frequent. Null where none was recorded. */
  reason: Reason | null;
}

type Counted = Pick<Failing, 'key' | 'title' | 'now'> & { reasons: readonly Reason<string | null>[] };

interface Answer<Group> {
  groups: readonly Group[];
  left_out: number;
}

/** The rate of a key in an answer; null where the answer is limited and may have omitted the key. */
function rateIn<Group extends { group: string | null }>(
  answer: Answer<Group> | undefined,
  key: string,
  rateOf: (group: Group) => Rate,
): Rate | null {
  const groups = answer?.groups.filter(({ group }) => group === key) ?? [];
  return groups.length === 0 && answer?.left_out !== 0 ? null : sumOf(groups.map(rateOf));
}

function failing(all: readonly Counted[], rateBefore: (key: string) => Rate | null): Failing[] {
  return all
    .filter(({ now }) => now.failed > 0)
    .map(({ key, title, now, reasons }) => {
      const before = rateBefore(key);
      const causes = reasons.reduce((sum, { ended }) => sum + ended, 0);
      const [reason = null] = reasons
        .flatMap(({ text, ...counts }) => (text === null ? [] : { text, ...counts }))
        .sort((a, b) => b.ended - a.ended || b.failed - a.failed);
      return { key, title, now, before, standsOut: standsOut(now, before), causes, reason };
    })
    .sort(
      (a, b) =>
        Number(b.standsOut) - Number(a.standsOut) ||
        shareOf(b.now) - shareOf(a.now) ||
        b.now.failed - a.now.failed,
    );
}

export const ofCalls = ({ succeeded, failed }: Pick<VertexGroup, 'succeeded' | 'failed'>): Rate => ({
  failed,
  ended: succeeded + failed,
});

/** Tools by how often their calls fail, those that stand out first. `before`, `failures`: undefined until they are known. */
export function failingTools(
  { groups }: Answer<VertexGroup>,
  before: Answer<VertexGroup> | undefined,
  failures: Answer<FailureGroup> | undefined,
): Failing[] {
  return failing(
    groups.flatMap((group) =>
      group.group === null
        ? []
        : {
            key: group.group,
            title: null,
            now: ofCalls(group),
            reasons: (failures?.groups ?? [])
              .filter((failure) => failure.group === group.group)
              .map(({ subgroup, count, causes }) => ({ text: subgroup, failed: count, ended: causes })),
          },
    ),
    (key) => rateIn(before, key, ofCalls),
  );
}

export const ofRuns = (group: Outcomes): Rate => ({
  failed: group.failed + group.aborted,
  ended: finished(group),
});

const sumOf = (rates: readonly Rate[]): Rate => ({
  failed: rates.reduce((sum, { failed }) => sum + failed, 0),
  ended: rates.reduce((sum, { ended }) => sum + ended, 0),
});

/** Skills by how often their executions fail, those that stand out first. Groups are by skill and failure reason. */
export function failingSkills(
  { groups }: Answer<ExecutionGroup>,
  before: Answer<ExecutionGroup> | undefined,
): Failing[] {
  const skills = [...new Set(groups.flatMap(({ group }) => group ?? []))];
  return failing(
    skills.map((key) => {
      const ofSkill = groups.filter(({ group }) => group === key);
      return {
        key,
        title: ofSkill[0]?.title || null,
        now: sumOf(ofSkill.map(ofRuns)),
        reasons: ofSkill
          .map((group) => ({ text: group.subgroup, failed: ofRuns(group).failed }))
          .filter(({ failed }) => failed > 0)
          .map((reason) => ({ ...reason, ended: reason.failed })),
      };
    }),
    (key) => rateIn(before, key, ofRuns),
  );
}

/** What made executions fail. */
interface Causes {
  tools: readonly Failing[];
  /** By skill and failure reason. */
  runs: readonly ExecutionGroup[];
  /** Those of the period before; undefined until they are known. */
  before: readonly ExecutionGroup[] | undefined;
}

/** How many executions failed for a reason. */
function failedFor(text: string, groups: readonly ExecutionGroup[]): number {
  return sumOf(groups.filter(({ subgroup }) => subgroup === text).map(ofRuns)).failed;
}

export type MainCause =
  | { kind: 'tool'; tool: Failing }
  | { kind: 'reason'; text: string; failed: number; before: number | null };

/**
 * The tool behind most failed executions, one that stands out before others; or the reason, where more than twice as many
 * failed for one. Null where nothing is behind several.
 */
export function mainCause({ tools, runs, before }: Causes): MainCause | null {
  const [tool] = tools
    .filter(({ causes }) => causes > 1)
    .toSorted((a, b) => Number(b.standsOut) - Number(a.standsOut) || b.causes - a.causes);
  const [reason] = [...new Set(runs.flatMap(({ subgroup }) => subgroup ?? []))]
    .map((text) => ({ text, failed: failedFor(text, runs) }))
    .filter(({ failed }) => failed > 1)
    .sort((a, b) => b.failed - a.failed);
  if (tool !== undefined && tool.causes * 2 >= (reason?.failed ?? 0)) return { kind: 'tool', tool };
  if (reason === undefined) return null;
  return { kind: 'reason', ...reason, before: before === undefined ? null : failedFor(reason.text, before) };
}
