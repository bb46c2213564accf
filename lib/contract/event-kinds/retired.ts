// Event kinds that are gone (spec 6.3): renamed ones with their current name, removed ones with a reason.
// Invariant: no name here is in the catalogue.

/** Old name to current name. */
export const renamedKinds: Readonly<Record<string, string>> = {
  ScheduledSkillExecutionCreatedEvent: 'TaskCreatedEvent',
  ScheduledSkillExecutionPausedEvent: 'TaskPausedEvent',
  ScheduledSkillExecutionResumedEvent: 'TaskResumedEvent',
  ScheduledSkillExecutionCanceledEvent: 'TaskCanceledEvent',
  RequestScheduledOccurrenceEvent: 'OccurrenceScheduledEvent',
  OccurrenceConsumedEvent: 'OccurrenceDispatchedEvent',
  MissedOccurrenceEvent: 'OccurrenceMissedEvent',
  VerificationVerdictEvent: 'ToolVerificationResolvedEvent',
  ScheduledOccurrencePaymentCreatedEvent: 'TaskExecutionPaymentCreatedEvent',
  ScheduledOccurrencePaymentFinalizedEvent: 'TaskExecutionPaymentFinalizedEvent',
  ScheduledSkillPaymentRefilledEvent: 'TaskPaymentReserveRefilledEvent',
  ScheduledSkillPaymentCanceledEvent: 'TaskPaymentReserveCanceledEvent',
  PriorityFeeDepositEvent: 'PriorityFeeDepositCreatedEvent',
};

/** Removed name to the reason, in words for the user. */
export const removedKinds: Readonly<Record<string, string>> = {
  PaymentInsufficientGasEvent: 'renamed to ToolPaymentInsufficientFundsEvent, which rc.final removed',
  PaymentLockUpdateEvent: 'renamed to ToolPaymentLockUpdatedEvent, which rc.final removed',
  PaymentUnlockUpdateEvent: 'renamed to ToolPaymentSettledEvent, which rc.final removed',
  ToolPaymentInsufficientFundsEvent: 'removed in rc.final: payments became invocations',
  ToolPaymentLockUpdatedEvent: 'removed in rc.final: payments became invocations',
  ToolPaymentSettledEvent: 'removed in rc.final: payments became invocations',
  ExecutionPaymentReceiptCreatedEvent: 'removed without a successor',
  ExecutionPaymentReceiptResolvedEvent: 'removed without a successor',
  ScheduledPaymentReserveReceiptCreatedEvent: 'removed without a successor',
  PeriodicScheduleConfiguredEvent: 'removed without a successor',
  ExecutionPaymentVertexLockedEvent: 'removed in rc.final: the ledger has no vertex_locked rows since',
  ExecutionPaymentVertexSettledEvent: 'removed in rc.final: the ledger has no vertex_settled rows since',
};
