'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '@/components/shell/session-context';
import { CutText } from '@/components/values/cut-text';
import { isCopy, timeBehind, useIndexState } from '@/components/shell/source-mark';
import { classNames } from '@/components/ui/class-names';
import { PlainLink } from '@/components/ui/plain-link';
import { Maybe, Pending } from '@/components/values/maybe';
import { useNowValue } from '@/components/values/now';
import { endpoints } from '@/lib/contract/endpoints';
import { counted } from '@/lib/view/amount';
import { changeOfRate, type MainCause, ofRuns, type Rate, rateText, standsOut } from '@/lib/view/failures';
import { analyze, executions, type Query } from '@/lib/view/paths';
import { PERIODS } from '@/lib/view/periods';
import { formatDuration } from '@/lib/view/time';
import { minuteOf } from '@/app/(console)/tasks/task-counts';
import { NO_RUNS } from './outcomes';
import { type OverviewPeriod, type Runs, lagQuery, type State, stateQuery, STATES } from './overview-queries';
import { useTotal } from './use-total';

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

/** Enough of a reason to recognise it. */
const MOST_OF_REASON = 80;

interface ReasonProps {
  text: string;
  filters: Query;
}

const Reason = ({ text, filters }: ReasonProps) => (
  <Phrase href={executions({ ...filters, failure_reason: text })} tip={text}>
    <CutText text={text} most={MOST_OF_REASON} />
  </Phrase>
);

interface CauseProps {
  cause: MainCause;
  rate: Rate;
  rateBefore: Rate | null;
  period: OverviewPeriod;
  bounds: Query;
}

/** What made most executions fail. */
function Cause({ cause, rate, rateBefore, period, bounds }: CauseProps) {
  if (cause.kind === 'reason') {
    const { text, failed, before } = cause;
    return (
      <>
        <Reason text={text} filters={{ status: 'failed,aborted', ...bounds }} />, {failed} of {rate.failed}
        {before !== null && rateBefore !== null && `, was ${before} of ${rateBefore.failed}`}
      </>
    );
  }
  const { key, now, before, standsOut: isBad, reason } = cause.tool;
  const was = before && rateText(before);
  return (
    <>
      <Phrase href={analyze({ measure: 'failed_calls', by: 'vertex', and: 'none', tool_fqn: key, period })}>
        <span translate="no" className="mono wrap-anywhere">
          {key}
        </span>{' '}
        fails <Percent rate={now} isBad={isBad} /> of calls
      </Phrase>
      {was !== null && `, was ${was}`}
      {reason !== null && reason.ended > 0 && (
        <>
          : <Reason text={reason.text} filters={{ failed_tool_fqn: key, ...bounds }} />
        </>
      )}
    </>
  );
}

interface OutcomeProps extends Pick<CauseProps, 'period' | 'bounds'> {
  runs: Runs;
  before: Runs | undefined;
  cause: MainCause | null;
}

/** How often executions failed, and mainly why. */
export function Outcome({ runs, before, cause, period, bounds }: OutcomeProps) {
  const rate = ofRuns(runs.total ?? NO_RUNS);
  const rateBefore = before ? ofRuns(before.total ?? NO_RUNS) : null;
  if (rate.ended === 0) return <>No execution has finished in the {PERIODS[period].label.toLowerCase()}.</>;
  return (
    <>
      <Phrase href={executions({ status: 'failed,aborted', ...bounds })}>
        <Percent rate={rate} isBad={standsOut(rate, rateBefore)} /> of{' '}
        {counted(rate.ended, 'finished execution')} failed or aborted
      </Phrase>
      {changeOfRate(rate, rateBefore)}.
      {rate.failed > 0 && cause !== null && (
        <>
          {' '}
          Main cause: <Cause {...{ cause, rate, rateBefore, period, bounds }} />.
        </>
      )}
    </>
  );
}

/** `3 tasks overdue`; unknown with its reason where the index does not say. */
function StatePhrase({ state, now }: { state: State; now: string }) {
  const { noun, is, name, filters, page } = state;
  const query = useQuery(stateQuery(state, now));
  const { total, reason } = useTotal(name, filters(now), query);
  if (reason !== null || total === null)
    return (
      <>
        {noun}s {is}: {reason === null ? <Pending /> : <Maybe value={null} reason={reason} />}
      </>
    );
  return (
    <Phrase href={page(filters(now))} className={total > 0 ? 'text-warn' : 'text-2'}>
      {total === 0 ? `no ${noun}s` : counted(total, noun)} {is}
    </Phrase>
  );
}

const MINUTE_MS = 60_000;

/** How far the index is behind the chain: in the newest minute with events, and at most. */
function Lag({ now }: { now: string }) {
  const { data } = useQuery(lagQuery(now));
  const lag = data?.groups.findLast(({ lag_mean_ms }) => lag_mean_ms !== null)?.lag_mean_ms ?? null;
  const worst = data?.total?.lag_max_ms ?? null;
  if (lag === null || worst === null) return null;
  const isLate = lag > BigInt(MINUTE_MS);
  return (
    <>
      {' '}
      <Phrase
        href={analyze({ measure: 'lag_max', by: 'hour', and: 'none', period: '24h' })}
        className={isLate ? 'text-warn' : 'text-2'}
      >
        Index {formatDuration(Number(lag))} behind the chain
      </Phrase>
      , at most {formatDuration(Number(worst))} in the last hour.
    </>
  );
}

/** How far a copy is behind its source. What it read in bulk was on chain long before, which is no lag. */
function CopyLag() {
  const { behind_ms, chain } = useIndexState();
  if (behind_ms === null) return null;
  return (
    <>
      {' '}
      <span className={behind_ms > MINUTE_MS ? 'text-warn' : 'text-2'}>
        Index {timeBehind(behind_ms)} {chain ? 'the chain' : 'its source'}
      </span>
      .
    </>
  );
}

/** What is wrong at present. */
export function States() {
  const { scopes, index } = useSession();
  const now = useNowValue((at) => (at === null ? '' : minuteOf(at)));
  const visibleStates = STATES.filter(({ name }) => scopes.includes(endpoints[name].access));
  return (
    <span className="block first-letter:uppercase">
      {visibleStates.map((state, place) => (
        <span key={`${state.noun} ${state.is}`}>
          {place > 0 && ', '}
          <StatePhrase state={state} now={now} />
        </span>
      ))}
      {visibleStates.length > 0 && '.'}
      {isCopy(index) && <CopyLag />}
      {!isCopy(index) && scopes.includes(endpoints['stats.events'].access) && <Lag now={now} />}
    </span>
  );
}
