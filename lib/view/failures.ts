// How often tools and skills fail, beside the period before, and why (GET /stats/vertices, /stats/failures, /stats/executions).
import type { ExecutionGroup, FailureGroup, VertexGroup } from '@/lib/contract/stats';

/** What failed of what ended. */
export interface Rate {
  failed: number;
  ended: number;
}

/** From 0 to 1. */
export const shareOf = ({ failed, ended }: Rate) => (ended === 0 ? 0 : failed / ended);

/** `23.0 %`: in tenths, so that the points of a column align; null where nothing ended. */
export function rateText(rate: Rate): string | null {
  return rate.ended === 0 ? null : `${(Math.round(shareOf(rate) * 1_000) / 10).toFixed(1)} %`;
}

const FEWEST = 3;

/** Whether failures stand out: three or more, at more than twice the rate before. `before`: null where it is not known. */
export function standsOut(rate: Rate, before: Rate | null): boolean {
  return before !== null && rate.failed >= FEWEST && shareOf(rate) > 2 * shareOf(before);
}

interface Reason {
  text: string | null;
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
  /** The most frequent reason; null where none was recorded. */
  reason: Reason | null;
}

type Counted = Pick<Failing, 'key' | 'title' | 'now'> & { reasons: readonly Reason[] };

interface Answer<Group> {
  groups: readonly Group[];
  left_out: number;
}

function failing(all: readonly Counted[], earlier: ReadonlyMap<string, Rate>, isWhole: boolean): Failing[] {
  return all
    .filter(({ now }) => now.failed > 0)
    .map(({ key, title, now, reasons }) => {
      const before = earlier.get(key) ?? (isWhole ? { failed: 0, ended: 0 } : null);
      const causes = reasons.reduce((sum, { ended }) => sum + ended, 0);
      const reason = reasons.toSorted((a, b) => b.failed - a.failed).find(({ text }) => text !== null);
      return { key, title, now, before, standsOut: standsOut(now, before), causes, reason: reason ?? null };
    })
    .sort(
      (a, b) =>
        Number(b.standsOut) - Number(a.standsOut) ||
        shareOf(b.now) - shareOf(a.now) ||
        b.now.failed - a.now.failed,
    );
}

const ofCalls = ({ succeeded, failed }: VertexGroup): Rate => ({ failed, ended: succeeded + failed });

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
    new Map(before?.groups.map((group) => [group.group ?? '', ofCalls(group)])),
    before?.left_out === 0,
  );
}

export const ofRuns = ({
  succeeded,
  failed,
  aborted,
}: Pick<ExecutionGroup, 'succeeded' | 'failed' | 'aborted'>): Rate => ({
  failed: failed + aborted,
  ended: succeeded + failed + aborted,
});

const sumOf = (rates: readonly Rate[]): Rate => ({
  failed: rates.reduce((sum, { failed }) => sum + failed, 0),
  ended: rates.reduce((sum, { ended }) => sum + ended, 0),
});

/** Skills by how often their executions fail, those that stand out first. `groups`: by skill and failure reason. */
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
          .map((group) => ({
            text: group.subgroup,
            failed: ofRuns(group).failed,
            ended: ofRuns(group).failed,
          }))
          .filter(({ failed }) => failed > 0),
      };
    }),
    new Map(before?.groups.map((group) => [group.group ?? '', ofRuns(group)])),
    before?.left_out === 0,
  );
}

/** The tool behind most failed executions, one that stands out before others; null where none is behind several. */
export function mainCause(tools: readonly Failing[]): Failing | null {
  const [first] = tools
    .filter(({ causes }) => causes > 1)
    .toSorted((a, b) => Number(b.standsOut) - Number(a.standsOut) || b.causes - a.causes);
  return first ?? null;
}

/** The reason of most failed executions, of several; null where there is none. `groups`: by skill and failure reason. */
export function mainReason(groups: readonly ExecutionGroup[]): Reason | null {
  const texts = [...new Set(groups.flatMap(({ subgroup }) => subgroup ?? []))];
  const [first] = texts
    .map((text) => {
      const { failed } = sumOf(groups.filter(({ subgroup }) => subgroup === text).map(ofRuns));
      return { text, failed, ended: failed };
    })
    .filter(({ failed }) => failed > 1)
    .sort((a, b) => b.failed - a.failed);
  return first ?? null;
}
