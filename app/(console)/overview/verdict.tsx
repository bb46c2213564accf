'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ignoredReason, reasonOf } from '@/components/shell/read-failure';
import { useSession } from '@/components/shell/session-context';
import { classNames } from '@/components/ui/class-names';
import { PlainLink } from '@/components/ui/plain-link';
import { Maybe, Pending } from '@/components/values/maybe';
import { useNowValue } from '@/components/values/now';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { endpoints } from '@/lib/contract/endpoints';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { counted } from '@/lib/view/amount';
import {
  type Failing,
  mainCause,
  mainReason,
  ofRuns,
  type Rate,
  rateText,
  standsOut,
} from '@/lib/view/failures';
import { NOT_COUNTED } from '@/lib/view/null-reasons';
import { analyze, executions, type Query } from '@/lib/view/paths';
import { PERIODS } from '@/lib/view/periods';
import { NO_RUNS } from './outcomes';
import { type OverviewPeriod, type Runs, type State, stateQuery, STATES } from './overview-queries';

interface PhraseProps {
  href: string;
  tip?: string;
  className?: string;
  children: ReactNode;
}

function Phrase({ href, tip, className = 'text-text', children }: PhraseProps) {
  return (
    <PlainLink
      href={href}
      data-tip={tip}
      className={classNames(
        'underline decoration-line-strong underline-offset-4 hover:text-accent',
        className,
      )}
    >
      {children}
    </PlainLink>
  );
}

const Percent = ({ rate, isBad }: { rate: Rate; isBad: boolean }) => (
  <b className={classNames('font-semibold', isBad && 'text-fail')}>{rateText(rate)}</b>
);

/** `, up from 6.2 %`. */
function comparison(rate: Rate, before: Rate, period: OverviewPeriod): string {
  const [now, earlier] = [rateText(rate), rateText(before)];
  if (earlier === null) return `; none finished in the ${PERIODS[period].before}`;
  if (now === earlier) return `, as in the ${PERIODS[period].before}`;
  return `, ${rate.failed * before.ended > before.failed * rate.ended ? 'up' : 'down'} from ${earlier}`;
}

/** Enough of a reason to recognise it. */
const shortened = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 79).trimEnd()}…`);

interface CauseProps {
  tools: readonly Failing[];
  skills: readonly ExecutionGroup[];
  rate: Rate;
  period: OverviewPeriod;
  bounds: Query;
}

/** What made most executions fail: a tool, or else a reason. */
function Cause({ tools, skills, rate, period, bounds }: CauseProps) {
  const cause = mainCause(tools);
  const reason = cause === null ? mainReason(skills) : cause.reason;
  const why = reason?.text && (
    <Phrase
      href={executions({
        ...(cause === null ? { status: 'failed,aborted' } : { failed_tool_fqn: cause.key }),
        failure_reason: reason.text,
        ...bounds,
      })}
      tip={reason.text}
    >
      {shortened(reason.text)}
    </Phrase>
  );
  if (cause === null)
    return why ? (
      <>
        {' '}
        Main cause: {why}, {reason?.ended} of {rate.failed}.
      </>
    ) : null;
  const before = cause.before && rateText(cause.before);
  return (
    <>
      {' '}
      Main cause:{' '}
      <Phrase
        href={analyze({ measure: 'failed_calls', by: 'vertex', and: 'none', tool_fqn: cause.key, period })}
      >
        <span translate="no" className="mono wrap-anywhere">
          {cause.key}
        </span>{' '}
        fails <Percent rate={cause.now} isBad={cause.standsOut} /> of calls
      </Phrase>
      {before === null ? '' : `, was ${before}`}
      {why && <>: {why}</>}.
    </>
  );
}

interface OutcomeProps extends Omit<CauseProps, 'rate'> {
  runs: Runs;
  before: Runs | undefined;
}

/** How often executions failed, and mainly why. */
export function Outcome({ runs, before, ...cause }: OutcomeProps) {
  const { period, bounds } = cause;
  const rate = ofRuns(runs.total ?? NO_RUNS);
  const rateBefore = before ? ofRuns(before.total ?? NO_RUNS) : null;
  if (rate.ended === 0) return <>No execution has finished in the {PERIODS[period].label.toLowerCase()}.</>;
  return (
    <>
      <Phrase href={executions({ status: 'failed,aborted', ...bounds })}>
        <Percent rate={rate} isBad={standsOut(rate, rateBefore)} /> of{' '}
        {counted(rate.ended, 'finished execution')} failed or aborted
      </Phrase>
      {rateBefore !== null && comparison(rate, rateBefore, period)}.
      {rate.failed > 0 && <Cause rate={rate} {...cause} />}
    </>
  );
}

/** `3 tasks overdue`; unknown with its reason where the index does not say. */
function StatePhrase({ state, now }: { state: State; now: string }) {
  const { noun, is, name, filters, page } = state;
  const query = useQuery(stateQuery(state, now));
  const { data, error } = query;
  const check = useFilterCheck(name, {}, filters(now), data ?? null);
  const uncounted = check.uncounted ? NOT_COUNTED : null;
  const reason = error !== null && data === undefined ? reasonOf(error) : (ignoredReason(check) ?? uncounted);
  const count = check.total;
  if (reason !== null || count === null)
    return (
      <>
        {noun}s {is}: {reason === null ? <Pending /> : <Maybe value={null} reason={reason} />}
      </>
    );
  return (
    <Phrase href={page(filters(now))} className={count > 0 ? 'text-warn' : 'text-2'}>
      {count === 0 ? `no ${noun}` : counted(count, noun)} {is}
    </Phrase>
  );
}

const MINUTE_MS = 60_000;

/** What is wrong at present. */
export function States() {
  const { scopes } = useSession();
  const now = useNowValue((at) =>
    at === null ? '' : new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString(),
  );
  const shown = STATES.filter(({ name }) => scopes.includes(endpoints[name].access));
  if (shown.length === 0) return null;
  return (
    <span className="block first-letter:uppercase">
      {shown.map((state, place) => (
        <span key={`${state.noun} ${state.is}`}>
          {place > 0 && ', '}
          <StatePhrase state={state} now={now} />
        </span>
      ))}
      .
    </span>
  );
}
