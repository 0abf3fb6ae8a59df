import type { Tx } from '#db/database.ts';
import type { Assignee, Review } from './form.ts';

/** A transition that webhooks and other listeners can receive. */
export type FormsEventType =
  | 'form.created'
  | 'form.assigned'
  | 'form.completed'
  | 'form.reopened'
  | 'form.submitted-for-review'
  | 'form.approved'
  | 'form.sent-back'
  | 'form.rejected'
  | 'form.deleted'
  | 'form.due'
  | 'form.overdue'
  | 'assignment.due'
  | 'assignment.overdue'
  | 'template.published';

export interface FormsEvent {
  readonly type: FormsEventType;
  readonly accountId: string;
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number;
  /** The id of the form, the assignment, or the published template. */
  readonly id: string;
  readonly templateId: string;
  /** The user who did it, or the public link; undefined if it came with time. */
  readonly by?: string;
  /** The revision of the form or the assignment after the change; for a template, the number of its version. */
  readonly revision?: number;
  /** The current assignee of the form or the assignment. */
  readonly assignment?: Assignee;
  /** Of a form with a review. */
  readonly review?: Pick<Review, 'state' | 'step'>;
  /** Whom it concerns besides its assignee. Webhooks are not told. */
  readonly people?: EventPeople;
  /** Of what becomes due: when, in milliseconds. */
  readonly dueAt?: number;
  /** What the sender calls an assignment. */
  readonly reference?: string;
  /** Set when one answer of a complete form was corrected: the user who did it, and the name of the question. */
  readonly correction?: { readonly by: string; readonly field: string };
}

export interface EventPeople {
  /** Who had the form until it was assigned. */
  readonly from?: Assignee;
  /** The panel that is asked to review the form. */
  readonly panel?: string;
  /** The person whose form was reviewed or reopened. */
  readonly author?: string;
  /** It was reopened with words about why. */
  readonly isRemarked?: true;
}

/** Receives the transitions. It writes in the transaction of the change, so that none is lost. */
export interface FormsEvents {
  append(tx: Tx, event: FormsEvent): Promise<void>;
}
