// The binding and the requirements of a skill in words.
import { boundDag, type SkillRevision } from '@/lib/contract/agents';
import { skillRequirement } from '@/lib/contract/event-kinds/payload-fields';
import { groupDigits } from './amount';
import { duration, fqn, type Part, plainText, say, sui } from './sentence-parts';

type Contract = Pick<SkillRevision, 'dag_binding' | 'requirements'>;

/** `pinned to DAG X`, `funded by the agent up to 2.5 SUI`, `runs once`; phrases that cannot be read are missing. */
export function contractPhrases({ dag_binding, requirements }: Contract): Part[][] {
  const bound = boundDag(dag_binding);
  const phrases: Part[][] = [];
  if (bound === 'at run time') phrases.push(say`each task chooses its DAG`);
  else if (bound !== null) phrases.push(say`pinned to DAG ${{ id: bound.dag, as: 'dag' }}`);
  const { data } = skillRequirement.safeParse(requirements);
  const { payment_policy: payment, schedule_policy: schedule, fixed_tools = [] } = data ?? {};
  if (payment?.variant === 'UserFunded') phrases.push(say`funded by the user`);
  if (payment?.variant === 'AgentFunded')
    phrases.push(say`funded by the agent up to ${sui(payment.max_budget_mist)}`);
  if (schedule?.variant === 'Once') phrases.push(say`runs once`);
  if (schedule?.variant === 'Recurring') {
    const most = schedule.max_occurrences;
    phrases.push(
      say`recurs at most every ${duration(schedule.min_interval_ms)}${most === null ? '' : `, ${groupDigits(most)} times`}`,
    );
  }
  for (const { tool_fqn } of fixed_tools) phrases.push(say`always calls ${fqn(tool_fqn)}`);
  return phrases;
}

export const asSentence = (phrases: readonly Part[][]): Part[] =>
  phrases.flatMap((phrase, place) => (place === 0 ? phrase : say`, ${phrase}`));

/** `Now runs once; before: recurs at most every 1 hour`; null where nothing changed that can be read. */
export function contractChange(from: Contract, to: Contract): Part[] | null {
  const before = contractPhrases(from);
  const now = contractPhrases(to);
  const without = (phrases: Part[][], others: Part[][]) => {
    const texts = new Set(others.map((phrase) => plainText(phrase)));
    return asSentence(phrases.filter((phrase) => !texts.has(plainText(phrase))));
  };
  const [added, removed] = [without(now, before), without(before, now)];
  if (added.length === 0) return removed.length === 0 ? null : say`No longer ${removed}`;
  return removed.length === 0 ? say`Now also ${added}` : say`Now ${added}; before: ${removed}`;
}
