import type { Generated } from 'kysely';
import type { Fixed } from './column-types.ts';

/** Work that somebody sent to a person or a group. A trigger on `forms` makes it follow its form. */
interface AssignmentsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  state: 'waiting' | 'begun' | 'done' | 'declined' | 'cancelled';
  state_changed_at: number;
  assignee_type: 'User' | 'Group';
  assignee_id: string;
  /** The group that it was sent to; null if it was sent to a user. */
  group_id: string | null;
  /** `shared`: one form for the group, for the first member who begins. */
  mode: Fixed<'each' | 'shared'>;
  /** When it is due; the highest exact integer if it never is. */
  due_key: number;
  /** The assignee does not see it before; 0: at once. */
  not_before: number;
  priority: 'normal' | 'high';
  instructions: string | null;
  /** JSON: the answers that its form begins with. */
  answers: string;
  /** What the sender calls it, and of one for each member of a group the member. */
  reference: Fixed<string | null>;
  reference_part: Fixed<string>;
  sent_by: string;
  /** The form that came of it. */
  form_id: string | null;
  decline_reason: string | null;
  /** When its assignee was last reminded of it. */
  reminded_at: number | null;
  /** 1 while the letter of that reminder has to be written, else null. */
  reminder_waits: 1 | null;
  /** The due dates that listeners were told of. */
  due_told_key: Generated<number | null>;
  overdue_told_key: Generated<number | null>;
  created_at: Fixed<number>;
  updated_at: number;
  revision: number;
}

interface AssignmentEventsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  assignment_id: Fixed<string>;
  at: Fixed<number>;
  action: Fixed<'send' | 'change' | 'begin' | 'decline' | 'cancel' | 'remind'>;
  actor_user_id: Fixed<string | null>;
  credential_id: Fixed<string | null>;
  /** JSON */
  detail: string | null;
}

/** One row for each assignment that ever was, as `form_changes` has one for each form. */
interface AssignmentChangesTable {
  account_id: Fixed<string>;
  assignment_id: Fixed<string>;
  since: number;
  seq: number | null;
  /** Set when the assignment is deleted: what decides who is told of it. */
  sent_by: string | null;
  assignee_id: string | null;
  template_id: string | null;
}

/** The tables of work that is sent to people. */
export interface AssignmentTables {
  assignment_changes: AssignmentChangesTable;
  assignment_events: AssignmentEventsTable;
  assignments: AssignmentsTable;
}
