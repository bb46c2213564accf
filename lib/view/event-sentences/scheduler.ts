// Sentences of the scheduler family.
import type { schedulerKinds } from '@/lib/contract/event-kinds/scheduler';
import { address, agent, execution, inWords, say, task, time } from './part';
import type { Sentences } from './sentences';

export const schedulerSentences: Sentences<keyof typeof schedulerKinds> = {
  TaskCreatedEvent: (it) =>
    say`task ${task(it.task_id)} created for skill ${it.skill_id} of ${agent(it.agent_id)}, controlled by ${
      it.controller.variant === 'Address' ? address(it.controller.address) : agent(it.controller.agent_id)
    }`,
  TaskPausedEvent: (it) => say`task ${task(it.task_id)} paused`,
  TaskResumedEvent: (it) => say`task ${task(it.task_id)} resumed`,
  TaskCanceledEvent: (it) => say`task ${task(it.task_id)} cancelled`,
  TaskRejectedEvent: (it) => say`task ${task(it.task_id)} rejected: ${inWords(it.reason.variant)}`,
  TaskClosedEvent: (it) => say`task ${task(it.task_id)} closed`,
  OccurrenceScheduledEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} scheduled for ${time(it.start_time_ms)}${
      it.source.variant === 'Recurring' ? `, recurrence ${it.source.iteration}` : ''
    }`,
  OccurrenceAdvertisedEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} offered to leaders, priority fee ${it.priority_fee_percentage} %`,
  OccurrenceWithdrawnEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} withdrawn: ${inWords(it.reason.variant)}`,
  OccurrenceMissedEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} missed its deadline`,
  OccurrenceDispatchedEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} dispatched as ${execution(it.execution_id)}`,
  OccurrenceSettledEvent: (it) =>
    say`occurrence ${it.occurrence_id} of ${task(it.task_id)} settled, ${execution(it.execution_id)} ${
      it.succeeded ? 'succeeded' : 'did not succeed'
    }`,
};
