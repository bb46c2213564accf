// Which rows of the endpoint table the read models answer. What is missing here is answered by the HTTP part itself (keys, service) or not at all (501).
import type { Answers } from './answers';
import { eventAnswers } from '@/lib/index-service/log/events-answers';
import { dagAnswers } from '@/lib/index-service/projections/dags-answers';
import { leaderAnswers } from '@/lib/index-service/projections/leaders-answers';
import { toolAnswers } from '@/lib/index-service/projections/tools-answers';

export const allAnswers: Answers = { ...eventAnswers, ...dagAnswers, ...leaderAnswers, ...toolAnswers };
