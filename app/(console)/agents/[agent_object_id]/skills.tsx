'use client';
import { useQuery } from '@tanstack/react-query';
import { usePeriodStats } from '@/components/record/period';
import { usePageUrl } from '@/components/listing/use-url';
import { TechnicalDetails } from '@/components/record/record-page';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { LongText } from '@/components/values/long-text';
import { Maybe } from '@/components/values/maybe';
import { PageName, useNameOf } from '@/components/values/names';
import { Sentence } from '@/components/values/sentence';
import { RowsTable } from '@/components/values/table';
import { JsonView } from '@/components/values/text-block';
import { Time } from '@/components/values/time';
import { spansTo } from '@/lib/client/queries/run-statistics-query';
import type { Skill, SkillRevision } from '@/lib/contract/agents';
import { groupDigits } from '@/lib/view/amount';
import { ofRuns, type Rate, rateText, standsOut } from '@/lib/view/failures';
import { truncated } from '@/lib/text/foreign-text';
import { nullReason } from '@/lib/view/null-reasons';
import { skillReasons } from '@/lib/view/null-reasons/agents';
import { analyze, executions, skill as skillPath } from '@/lib/view/paths';
import { PERIODS, within } from '@/lib/view/periods';
import { totalCost } from '@/lib/view/run-statistics';
import { asSentence, contractPhrases } from '@/lib/view/skill-contract';
import { openSkillIn, revisionsQuery, skillsQuery } from './agent-queries';
import { RevisionChanges } from './revision-changes';

/** The skill that the page is about; null for the whole agent. */
export const useOpenSkill = (): string | null => openSkillIn(usePageUrl().search);

/** What a skill or a revision of it binds and requires, in words. */
function Contract({ of }: { of: Pick<SkillRevision, 'dag_binding' | 'requirements'> }) {
  const phrases = contractPhrases(of);
  if (phrases.length === 0) return <span className="text-3">not in a known form</span>;
  return <Sentence parts={asSentence(phrases)} />;
}

/** The changes between revisions, and what is stored of the skill. */
function OpenSkill({ skill }: { skill: Skill }) {
  const { agent_object_id, skill_id, description } = skill;
  const revisions = useQuery(revisionsQuery(agent_object_id, String(skill_id)));
  const { data } = revisions;
  return (
    <section aria-label={`Skill ${String(skill_id)}`} className="mb-3.5">
      {data === undefined && <Unloaded query={revisions} what="the revisions" waiting="Loading revisions…" />}
      {description !== null && truncated(description) !== description && (
        <LongText text={description} label="description" />
      )}
      {data !== undefined && <RevisionChanges skill={skill} revisions={data.items} />}
      <TechnicalDetails gist="Binding and requirements of the skill as stored, revisions">
        <div className="grid gap-3 p-3 lg:grid-cols-2">
          <div>
            <h3 className="mb-1 text-3">DAG binding</h3>
            <JsonView value={skill.dag_binding} label="DAG binding" />
          </div>
          <div>
            <h3 className="mb-1 text-3">Requirements</h3>
            <Maybe value={skill.requirements} reason={nullReason(skillReasons, 'requirements', skill)}>
              {(value) => <JsonView value={value} label="Requirements" />}
            </Maybe>
          </div>
          <p className="text-2">
            Read from chain{' '}
            <Time
              at={skill.record_refreshed_at}
              clock="on chain"
              reason={nullReason(skillReasons, 'record_refreshed_at', skill)}
            />
          </p>
        </div>
        {data !== undefined && data.items.length > 0 && (
          <RowsTable
            stacks
            label="revisions"
            rows={data.items}
            rowKey={({ interface_revision }) => String(interface_revision)}
            columns={[
              {
                head: 'Revision',
                numeric: true,
                cell: ({ interface_revision }) => String(interface_revision),
              },
              { head: 'Contract', wide: true, holds: 'sentence', cell: (row) => <Contract of={row} /> },
              { head: 'Transaction', cell: ({ tx_digest }) => <Id family="transaction" value={tx_digest} /> },
              { head: 'Indexed', cell: ({ created_at }) => <Time at={created_at} clock="indexed" /> },
            ]}
          />
        )}
      </TechnicalDetails>
    </section>
  );
}

/** The agent's skills in words, with their figures of the period; `?skill=` opens one. */
export function Skills({ agent_object_id }: { agent_object_id: string }) {
  const query = useQuery(skillsQuery(agent_object_id));
  const stats = usePeriodStats('stats.executions', { agent_object_id, group_by: 'skill' });
  const { period, current: runs, before: runsBefore } = stats;
  const open = useOpenSkill();
  const title = useNameOf()(agent_object_id);
  if (query.data === undefined) return <Unloaded query={query} what="the skills" waiting="Loading skills…" />;
  const { items } = query.data;
  const groupOf = (of: typeof runs, { skill_id }: Skill) =>
    of.data?.groups.find(({ group }) => group === `${agent_object_id}/${skill_id}`);
  const rateOf = (of: typeof runs, row: Skill): Rate | null => {
    const group = groupOf(of, row);
    if (group !== undefined) return ofRuns(group);
    return of.data?.left_out === 0 ? { failed: 0, ended: 0 } : null;
  };
  const opened = items.find(({ skill_id }) => String(skill_id) === open);
  return (
    <>
      <Panel
        title="Skills"
        note={`${groupDigits(items.length)}${runs.data === undefined ? '' : `, figures of the ${PERIODS[period].label.toLowerCase()}`}`}
        className="mb-3.5"
        actions={open !== null && <TextLink href={skillPath(agent_object_id, '')}>Whole agent</TextLink>}
      >
        {items.length === 0 ? (
          <p className="px-3 py-2 text-2">No skills indexed for this agent</p>
        ) : (
          <RowsTable
            stacks
            label="skills"
            rows={items}
            rowKey={({ skill_id }) => String(skill_id)}
            attributes={({ skill_id }) => ({ 'data-row': String(skill_id) })}
            isSelected={({ skill_id }) => String(skill_id) === open}
            columns={[
              {
                head: 'Skill',
                holds: 'sentence',
                headClass: items.length === 1 ? '' : 'sm:w-1/2',
                className: 'align-top',
                cell: ({ skill_id, description }) => {
                  // The page's title has it already.
                  const words = description === title ? '' : description;
                  return (
                    <>
                      <TextLink quiet href={skillPath(agent_object_id, skill_id)}>
                        {words || `Skill ${skill_id}`}
                      </TextLink>
                      {words && <span className="block text-xs text-3">skill {String(skill_id)}</span>}
                    </>
                  );
                },
              },
              {
                head: 'Contract',
                holds: 'sentence',
                headClass: 'sm:w-1/2',
                className: 'align-top text-2',
                // The name of a DAG that is the skill's is beside it.
                cell: (row) => (
                  <PageName value={row.description}>
                    <Contract of={row} />
                  </PageName>
                ),
              },
              {
                head: 'Active',
                className: 'align-top',
                cell: (row) => <Maybe value={row.active} reason={nullReason(skillReasons, 'active', row)} />,
              },
              ...(runs.data === undefined
                ? []
                : [
                    {
                      head: 'Runs',
                      numeric: true,
                      className: 'align-top',
                      cell: (row: Skill) => (
                        <TextLink
                          quiet
                          href={executions({
                            agent_object_id,
                            skill_id: String(row.skill_id),
                            ...within(spansTo(period, stats.end).current),
                          })}
                        >
                          {groupDigits(groupOf(runs, row)?.count ?? 0)}
                        </TextLink>
                      ),
                    },
                    {
                      head: 'Failure rate',
                      numeric: true,
                      className: 'align-top',
                      cell: (row: Skill) => {
                        const rate = rateOf(runs, row);
                        return (
                          <TextLink
                            quiet
                            href={analyze({ measure: 'failure_rate', by: 'skill', agent_object_id, period })}
                            className={rate && standsOut(rate, rateOf(runsBefore, row)) ? 'text-fail' : ''}
                          >
                            {rate && (rateText(rate) ?? 'none')}
                          </TextLink>
                        );
                      },
                    },
                    {
                      head: 'Cost, SUI',
                      numeric: true,
                      className: 'align-top',
                      cell: (row: Skill) => {
                        const group = groupOf(runs, row);
                        return (
                          <ColumnAmount
                            value={group === undefined ? 0n : totalCost(group)}
                            unit="sui"
                            reason="no execution has a known cost"
                          />
                        );
                      },
                    },
                  ]),
            ]}
          />
        )}
      </Panel>
      {opened !== undefined && <OpenSkill skill={opened} />}
    </>
  );
}
