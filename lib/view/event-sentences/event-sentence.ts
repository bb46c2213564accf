// An event as one sentence: one builder per kind, one file per family.
// Invariant: every kind has a builder; undecodable payloads say so.
import {
  decodePayload,
  isEventKind,
  shortKindName,
  type EventKind,
} from '@/lib/contract/event-kinds/catalogue';
import { agentSentences } from './agent';
import { dagSentences } from './dag';
import { executionSentences } from './execution';
import { keyManagementSentences } from './key-management';
import { leaderSentences } from './leader';
import { inWords, type Part } from './part';
import { paymentSentences } from './payment';
import { priorityFeeSentences } from './priority-fee';
import { schedulerSentences } from './scheduler';
import type { Sentences } from './sentences';
import { stakingSentences } from './staking';
import { toolSentences } from './tool';
import { toolPaymentSentences } from './tool-payment';
import { verificationSentences } from './verification';

const sentences: Sentences<EventKind> = {
  ...dagSentences,
  ...executionSentences,
  ...verificationSentences,
  ...toolSentences,
  ...toolPaymentSentences,
  ...paymentSentences,
  ...leaderSentences,
  ...stakingSentences,
  ...priorityFeeSentences,
  ...schedulerSentences,
  ...agentSentences,
  ...keyManagementSentences,
};

/** The sentence of an event as it came: `payload` is decoded here, in whatever spelling. */
export function eventSentence(kind: string, payload: unknown): Part[] {
  const decoded = decodePayload(kind, payload);
  if (!isEventKind(kind))
    return [{ text: `${inWords(shortKindName(kind))}: a kind that this console does not know` }];
  if (decoded === undefined)
    return [{ text: `${inWords(shortKindName(kind))}: the payload does not fit its fields` }];
  const build = sentences[kind] as (payload: Record<string, unknown>) => Part[];
  return build(decoded);
}
