import type { Assignment as Assignee } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';

export const STATES = ['waiting', 'begun', 'done', 'declined', 'cancelled'] as const;
/** `waiting`: there is no form yet. `begun`: its form is a draft. `done`: its form is complete. */
export type AssignmentState = (typeof STATES)[number];

/** The states in which somebody still has something to do. */
export const OPEN: readonly AssignmentState[] = ['waiting', 'begun'];

export type Priority = 'normal' | 'high';
/** Of a group: each member gets a form of their own, or the first one who begins fills in one for all. */
export type Mode = 'each' | 'shared';

/** Work that somebody sent to a user or a group: a template to fill in. */
export interface StoredAssignment {
  readonly id: string;
  readonly accountId: string;
  readonly templateId: string;
  readonly state: AssignmentState;
  readonly stateChangedAt: number;
  /** Who has it now; of shared work that has begun, the member who began. */
  readonly assignee: Assignee;
  /** The group that it was sent to. */
  readonly groupId: string | undefined;
  readonly mode: Mode;
  /** In milliseconds; undefined: never. */
  readonly dueAt: number | undefined;
  /** In milliseconds: the assignee does not see it before. */
  readonly notBefore: number | undefined;
  readonly priority: Priority;
  readonly instructions: string | undefined;
  /** What its form begins with. */
  readonly answers: JsonObject;
  /** What the sender calls it. */
  readonly reference: string | undefined;
  readonly sentBy: string;
  readonly formId: string | undefined;
  readonly declineReason: string | undefined;
  /** When the assignee was last reminded, in milliseconds. */
  readonly remindedAt?: number | undefined;
  /** Whether the letter of that reminder has yet to be written. */
  readonly reminderWaits?: boolean | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: number;
}

export type AssignmentAction = 'send' | 'change' | 'begin' | 'decline' | 'cancel' | 'remind';

/** One entry in the history of an assignment. The history of its form goes on from there. */
export interface AssignmentEvent {
  readonly id: string;
  readonly at: number;
  readonly action: AssignmentAction;
  readonly actorUserId: string | undefined;
  readonly detail: JsonObject | undefined;
}

/** How many members a group may have for whom one request makes assignments. */
export const MAX_MEMBERS = 1000;
/** How many assignments a request may have. */
export const MAX_AT_ONCE = 500;
/** As far as work is counted, and as an action on all that match goes. */
export const MOST_WORK = 10_000;
export const MAX_INSTRUCTIONS = 2000;
export const MAX_REASON = 500;
export const MAX_REFERENCE = 200;

/** Whether a single person has it who still has to do it. Their template may not let them decline it. */
export const isDeclinable = ({
  state,
  assignee,
}: Pick<StoredAssignment, 'state' | 'assignee'>): boolean =>
  OPEN.includes(state) && assignee.type === 'User';

/** Whether somebody should have done it by now. */
export const isLateAt = (
  { state, dueAt }: Pick<StoredAssignment, 'state' | 'dueAt'>,
  now: number,
): boolean => OPEN.includes(state) && dueAt !== undefined && dueAt <= now;
