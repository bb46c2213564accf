// Every row of the table that is answered from the store: each resource's answers, put together.
import type { Answers } from './answers';

export const allAnswers: Answers = {};
