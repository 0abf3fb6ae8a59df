import type { Directory } from '#directory/index.ts';
import type { FormsDeps, FormWritesDeps } from '#form-basics/index.ts';
import type { Forms } from '#forms/index.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';

/** The dependencies of the rules of assignments. */
export interface AssignmentWrites
  extends Pick<FormWritesDeps, 'clock' | 'ids' | 'audit' | 'directory'> {
  readonly forms: Pick<Forms, 'assignForm' | 'createForm' | 'scheduleForm'>;
}

/** The dependencies of reminders. */
export interface ReminderWrites extends AssignmentWrites {
  readonly directory: Directory;
  readonly mailQueue: Pick<MailQueue, 'isOn'>;
}

/** The dependencies of the endpoints. */
export interface AssignmentsDeps extends FormsDeps, ReminderWrites {
  readonly directory: Directory;
  readonly idempotency: Idempotency;
  readonly engine: Pick<FormEngines, 'of'>;
}
