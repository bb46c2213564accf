// Scheduled tasks (spec 2.7, 3). Without its creation event a task has no controller and is not listed.
import { objectProjection } from './projection';

const STATUS_AFTER = {
  TaskPausedEvent: 'paused',
  TaskResumedEvent: 'active',
  TaskCanceledEvent: 'cancelled',
  TaskRejectedEvent: 'rejected',
} as const;

export const tasks = objectProjection({
  table: 'tasks',
  columns: {
    status: 'text',
    controller_kind: 'text?',
    controller_address: 'text?',
    controller_agent_id: 'text?',
    agent_object_id: 'text?',
    skill_id: 'whole?',
    created_entry_id: 'entry?',
  },
  initial: { status: 'active' },
  indexes: [
    'agent_object_id, first_entry_id',
    'controller_address, first_entry_id',
    'controller_agent_id, first_entry_id',
    'status, first_entry_id',
    'skill_id, first_entry_id',
    'created_at',
  ],
  counts: {
    shown: ['controller_kind'],
    by: ['status', 'controller_address', 'controller_agent_id', 'agent_object_id', 'skill_id'],
  },
  kinds: [
    'TaskCreatedEvent',
    'TaskPausedEvent',
    'TaskResumedEvent',
    'TaskCanceledEvent',
    'TaskRejectedEvent',
    'TaskClosedEvent',
  ],
  keysOf: (event) => [event.payload.task_id],
  evolve(row, event) {
    switch (event.kind) {
      case 'TaskCreatedEvent': {
        const { controller, agent_id, skill_id } = event.payload;
        const byAddress = controller.variant === 'Address';
        return {
          ...row,
          controller_kind: byAddress ? 'address' : 'agent',
          controller_address: byAddress ? controller.address : null,
          controller_agent_id: byAddress ? null : controller.agent_id,
          agent_object_id: agent_id,
          skill_id,
          created_entry_id: event.id,
        };
      }
      case 'TaskClosedEvent':
        return ['active', 'paused'].includes(row.status) ? { ...row, status: 'finalized' } : { ...row };
      default:
        return { ...row, status: STATUS_AFTER[event.kind] };
    }
  },
});
