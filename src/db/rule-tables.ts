import type { Fixed } from './column-types.ts';

export type RuleCause =
  | 'begun'
  | 'completed'
  | 'by-link'
  | 'approved'
  | 'sent-back'
  | 'rejected'
  | 'late'
  | 'value'
  | 'schedule';
export type RuleStop = 'owner-inactive' | 'owner-rights' | 'target-gone';

/** What happens by itself with the forms of a template: when, if, then. */
interface RulesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  /** The order in which the rules of a template run, from 0. */
  position: number;
  name: string;
  cause: RuleCause;
  /** JSON: the value that a field becomes, or the schedule; null for other causes. */
  cause_detail: string | null;
  /** When a schedule that is on comes next. */
  next_at: number | null;
  /** An expression; null if the rule always runs. */
  condition: string | null;
  /** JSON: a list of actions. */
  actions: string;
  /** `stopped`: Formstead turned it off, for `stop_reason`. */
  state: 'on' | 'off' | 'stopped';
  stop_reason: RuleStop | null;
  /** The user who saved it last, with whose rights it acts. */
  owner_id: string;
  created_at: Fixed<number>;
  updated_at: number;
  revision: number;
}

/** What the actions of a rule name. */
interface RuleTargetsTable {
  account_id: Fixed<string>;
  rule_id: Fixed<string>;
  type: Fixed<'User' | 'Group' | 'Template' | 'List' | 'Webhook'>;
  target_id: Fixed<string>;
}

/** What rules still have to look at: written in the transaction of a change, deleted once every rule has run. */
interface RuleEventsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  form_id: Fixed<string>;
  /** The revision of the form after the change. */
  revision: Fixed<number>;
  cause: Fixed<RuleCause>;
  at: Fixed<number>;
  /** The only rule that it is for: one that somebody asked for again, or that waits for a value or a time. */
  rule_id: Fixed<string | null>;
  /** How many rules led to it, one by the other; null for none. */
  depth: Fixed<number | null>;
  attempts: number;
  next_at: number;
  claimed_until: number | null;
}

/** What a rule did about one event, or why it did nothing. */
interface RuleRunsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  rule_id: Fixed<string>;
  template_id: Fixed<string>;
  form_id: Fixed<string>;
  event_id: Fixed<string>;
  cause: Fixed<RuleCause>;
  at: Fixed<number>;
  outcome: Fixed<'done' | 'skipped' | 'failed'>;
  /** Why it did nothing: a word of the rules, or the code of an error. */
  reason: Fixed<string | null>;
  /** JSON: what each action did. */
  done: Fixed<string>;
}

export interface RuleTables {
  rules: RulesTable;
  rule_targets: RuleTargetsTable;
  rule_events: RuleEventsTable;
  rule_runs: RuleRunsTable;
}
