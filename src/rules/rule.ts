import type { Assignment } from '#form-basics/index.ts';
import type { NoticeKind } from '#kernel/notice.ts';
import type { RuleBody } from './rules.shapes.ts';

/**
 * What causes a rule to run. `by-link`: somebody without an account completed a form by a public link; `value`: the answer
 * to a field became a value; `schedule`: a time of the organisation came.
 */
export const TRIGGERS = [
  'begun',
  'completed',
  'by-link',
  'approved',
  'sent-back',
  'rejected',
  'late',
  'value',
  'schedule',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Returns as which kind of notice people are told: that a form came in, or something else that a rule waited for. */
export const toldAs = (trigger: Trigger): NoticeKind & ('came-in' | 'rule') =>
  trigger === 'completed' || trigger === 'by-link' ? 'came-in' : 'rule';

export type RuleAction = RuleBody['actions'][number];

/** Why Formstead stopped a rule. */
export type StopReason = 'owner-inactive' | 'owner-rights' | 'target-gone';

export interface RuleId {
  readonly accountId: string;
  readonly id: string;
}

/** Of the trigger `value`: the field, and the value that it becomes. */
export type Became = NonNullable<RuleBody['became']>;
/** Of the trigger `schedule`: when it runs, and over which forms. */
export type RuleSchedule = NonNullable<RuleBody['schedule']>;

export interface Rule extends RuleId {
  readonly templateId: string;
  readonly position: number;
  readonly name: string;
  readonly trigger: Trigger;
  /** Of the trigger `value` only. */
  readonly became: Became | undefined;
  /** Of the trigger `schedule` only. */
  readonly schedule: RuleSchedule | undefined;
  /** Of a schedule that is on: when it runs next, in milliseconds. */
  readonly nextAt: number | undefined;
  /** An expression; undefined if it always runs. */
  readonly condition: string | undefined;
  readonly actions: readonly RuleAction[];
  readonly state: 'on' | 'off' | 'stopped';
  readonly stopReason: StopReason | undefined;
  /** The user who saved it last, with whose rights it acts. */
  readonly ownerId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: number;
}

export interface RuleTarget {
  readonly type: 'User' | 'Group' | 'Template' | 'List' | 'Webhook';
  readonly id: string;
}

/** Returns what actions name, each once. */
export function targetsOf(actions: readonly RuleAction[]): readonly RuleTarget[] {
  const found = actions.flatMap((action) => namedBy(action));
  return [...new Map(found.map((target) => [`${target.type} ${target.id}`, target])).values()];
}

function namedBy(action: RuleAction): readonly RuleTarget[] {
  switch (action.type) {
    case 'assign':
      return [
        { type: 'Template', id: action.templateId },
        ...(action.to.type === 'Creator' ? [] : [subjectOf(action.to)]),
      ];
    case 'hand-on':
      return [subjectOf(action.to)];
    case 'row':
      return [{ type: 'List', id: action.listId }];
    case 'webhook':
      return [{ type: 'Webhook', id: action.webhookId }];
    case 'tell':
      return action.to.map(subjectOf);
    case 'mail':
    case 'set':
      return [];
  }
}

const subjectOf = ({ type, id }: Assignment): RuleTarget => ({
  type: type === 'Group' ? 'Group' : 'User',
  id,
});

/** Something that happened to a form, which rules have not looked at yet. */
export interface RuleEvent extends RuleId {
  readonly templateId: string;
  readonly formId: string;
  readonly revision: number;
  readonly trigger: Trigger;
  readonly at: number;
  /** The only rule that it is for. */
  readonly ruleId: string | undefined;
  /** How many rules led to it, one by the other: 0 if a person did. */
  readonly depth: number;
  readonly attempts: number;
}

/** What one action did, as the list of runs shows it. */
export interface ActionDone {
  readonly type: RuleAction['type'];
  /** What it made or wrote to: an assignment, a form, a list, a delivery. */
  readonly id?: string;
  /** How many: assignments, or users and groups that are told. */
  readonly count?: number;
  /** Why a mail was not sent to the address in a field. */
  readonly left?: 'no-address' | 'stranger';
}

/** Why a rule left out an event. Otherwise the reason is the code of an error. */
export type SkipReason =
  | 'condition'
  | 'rate'
  | 'depth'
  | 'no-creator'
  | 'too-many-forms'
  | 'interrupted'
  | StopReason;

export interface RuleRun extends RuleId {
  readonly ruleId: string;
  readonly templateId: string;
  readonly formId: string;
  readonly eventId: string;
  readonly trigger: Trigger;
  readonly at: number;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** A {@link SkipReason}, or the code of the error with which it failed. */
  readonly reason: string | undefined;
  readonly done: readonly ActionDone[];
}
