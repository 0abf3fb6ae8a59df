import type { Locale } from '#kernel/locale.ts';
import type { Fixed } from './column-types.ts';

export interface BulkActsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  act: Fixed<
    | 'assign'
    | 'complete'
    | 'reopen'
    | 'delete'
    | 'restore'
    | 'hand-on'
    | 'change'
    | 'remind'
    | 'cancel'
  >;
  /** To whom forms or work are assigned; null for other acts. */
  assignee_type: Fixed<'User' | 'Group' | null>;
  assignee_id: Fixed<string | null>;
  /** JSON: what changes of work; null for other acts. */
  changes: Fixed<string | null>;
  /** The language of the texts of the forms engine. */
  locale: Fixed<Locale>;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  message: string | null;
  /** The number of its forms in bulk_act_forms. */
  total: Fixed<number>;
  /** The forms before this position have an outcome. */
  position: number;
  done: number;
  skipped: number;
  failed: number;
  /** How often a runner took it: a runner whose number is another one has lost it. */
  claims: number;
  /** How often a runner took it since the last form that got an outcome. */
  stalled: number;
  /** The runner counts as dead if no form gets an outcome until then. */
  leased_until: number;
  /** The same for acts on work, whose `leased_until` never passes: nodes before 0.3 don't know them. null for forms. */
  work_leased_until: number | null;
  /** When a runner last took it. */
  served_at: number;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  finished_at: number | null;
  /** When it is deleted, with its report. */
  expires_at: number;
}

export interface BulkActFormsTable {
  account_id: Fixed<string>;
  act_id: Fixed<string>;
  position: Fixed<number>;
  /** The form, or the assignment. */
  form_id: Fixed<string>;
  /** null: it has not been reached. */
  outcome: 'done' | 'skipped' | 'failed' | null;
  /** Why it was skipped or failed: a reason or the code of an error. */
  reason: string | null;
  /** The same in English. */
  message: string | null;
}
