import type { Tx } from '#db/database.ts';
import type { Assignment } from './form.ts';

/** A transition that others may want to hear of. */
export type FormsEventType =
  | 'form.created'
  | 'form.assigned'
  | 'form.completed'
  | 'form.reopened'
  | 'form.deleted'
  | 'template.published';

export interface FormsEvent {
  readonly type: FormsEventType;
  readonly accountId: string;
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number;
  /** Of the form, or of the template that was published. */
  readonly id: string;
  readonly templateId: string;
  /** The user who did it. */
  readonly by: string;
  /** Of the form after the change; of a template the number of its version. */
  readonly revision?: number;
  /** Whose the form is now. */
  readonly assignment?: Assignment;
}

/** Who hears of transitions. What it writes joins the transaction of the change, so that none is lost. */
export interface FormsEvents {
  append(tx: Tx, event: FormsEvent): Promise<void>;
}
