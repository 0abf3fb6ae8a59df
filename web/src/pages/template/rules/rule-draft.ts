import type { RuleBody, RuleItem } from '#rules/app-types.ts';
import type { Assignee } from '#web/api/forms.ts';
import type { ConditionValue } from '#web/builder/conditions.ts';
import type { PickedTemplate } from '#web/lists/template-picker.tsx';

export type Action = RuleBody['actions'][number];
export type ActionType = Action['type'];
export type Trigger = RuleBody['trigger'];
type Schedule = NonNullable<RuleBody['schedule']>;

export const WEEKDAYS = [
  'mo',
  'tu',
  'we',
  'th',
  'fr',
  'sa',
  'su',
] as const satisfies readonly Schedule['weekday'][];

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
] as const satisfies readonly Trigger[];
const ACTIONS = [
  'tell',
  'mail',
  'assign',
  'hand-on',
  'row',
  'set',
  'webhook',
] as const satisfies readonly ActionType[];

/** The forms are drafts then, so that they can be assigned to somebody else. */
const DRAFTS: readonly Trigger[] = ['begun', 'sent-back', 'late', 'value'];

/** Returns the actions that a rule with this trigger may have. Only admins have rules call webhooks. */
export const offered = (
  { trigger, schedule }: Pick<RuleValues, 'trigger' | 'schedule'>,
  isAdmin: boolean,
): readonly ActionType[] => {
  const isDraft = DRAFTS.includes(trigger) || (trigger === 'schedule' && schedule.over === 'draft');
  return ACTIONS.filter(
    (each) => (each !== 'hand-on' || isDraft) && (each !== 'webhook' || isAdmin),
  );
};

/** A list or a webhook, as the picker shows it. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface CellDraft {
  /** Empty: the cell stays empty, unless there is a text. */
  readonly field: string;
  readonly text?: string;
}

/** An action while it is edited: everything that any kind of action needs. */
export interface ActionDraft {
  readonly key: number;
  readonly type: ActionType;
  readonly template?: PickedTemplate | undefined;
  readonly isCreator: boolean;
  readonly to?: Assignee | undefined;
  readonly mode: 'each' | 'shared';
  readonly dueInDays: number | string;
  readonly instructions: string;
  readonly carry: readonly { readonly from: string; readonly to: string }[];
  readonly list?: Named | undefined;
  readonly cells: Readonly<Record<string, CellDraft>>;
  readonly webhook?: Named | undefined;
  readonly told: readonly Assignee[];
  readonly fields: readonly string[];
  /** The name of the field with an address. */
  readonly mailField: string;
  readonly strangers: boolean;
  readonly pdf: boolean;
  /** The name of the field that is set. */
  readonly setField: string;
  readonly setValue: ConditionValue;
  /** The field whose answer is copied; empty: the value is set. */
  readonly setFrom: string;
}

export interface RuleValues {
  readonly name: string;
  readonly trigger: Trigger;
  /** Sent with the trigger `value` only. The field is empty while none is chosen. */
  readonly became: { readonly field: string; readonly value: ConditionValue };
  /** Sent with the trigger `schedule` only. */
  readonly schedule: Required<Schedule>;
  readonly condition: string;
  readonly actions: readonly ActionDraft[];
  readonly isOn: boolean;
}

export const newAction = (key: number, type: ActionType): ActionDraft => ({
  ...{ key, type, isCreator: false, mode: 'shared', dueInDays: '', instructions: '' },
  ...{ carry: [], cells: {}, told: [], fields: [], mailField: '', strangers: false, pdf: false },
  ...{ setField: '', setValue: '', setFrom: '' },
});

const NO_DETAIL: Pick<RuleValues, 'became' | 'schedule'> = {
  became: { field: '', value: '' },
  schedule: { every: 'day', weekday: 'mo', time: '08:00', over: 'draft' },
};

export const newRule = (): RuleValues => ({
  ...{ ...NO_DETAIL, name: '', trigger: 'completed', condition: '', isOn: true },
  actions: [newAction(0, 'tell')],
});

/** Returns a stored rule as it is edited. */
export function valuesOf(rule: RuleItem): RuleValues {
  const { name, trigger, condition = '', state, targets, anew } = rule;
  const named = (id: string): Named | undefined =>
    anew.some((each) => each.id === id)
      ? undefined
      : { id, name: targets.find((each) => each.id === id)?.name ?? id.slice(0, 8) };
  const actions = rule.actions.map((action, key) => draftOf(action, key, named));
  const { became = NO_DETAIL.became, schedule } = rule;
  return {
    ...{ name, trigger, condition, actions, became, isOn: state !== 'off' },
    schedule: { ...NO_DETAIL.schedule, ...schedule },
  };
}

/** @param named returns undefined for what must be chosen anew */
function draftOf(
  action: Action,
  key: number,
  named: (id: string) => Named | undefined,
): ActionDraft {
  const draft = newAction(key, action.type);
  const subject = ({ type, id }: Pick<Assignee, 'type' | 'id'>): Assignee | undefined => {
    const known = named(id);
    return known && { ...known, type };
  };
  switch (action.type) {
    case 'assign':
      return {
        ...draft,
        template: named(action.templateId),
        isCreator: action.to.type === 'Creator',
        to: action.to.type === 'Creator' ? undefined : subject(action.to),
        mode: action.mode ?? 'each',
        dueInDays: action.dueInDays ?? '',
        instructions: action.instructions ?? '',
        carry: action.carry,
      };
    case 'hand-on':
      return { ...draft, to: subject(action.to) };
    case 'row': {
      const cells = action.cells.map(({ column, field = '', text }) => {
        const cell: CellDraft = { field, ...(text !== undefined && { text }) };
        return [column, cell] as const;
      });
      return { ...draft, list: named(action.listId), cells: Object.fromEntries(cells) };
    }
    case 'webhook':
      return { ...draft, webhook: named(action.webhookId), fields: action.fields };
    case 'tell':
      return {
        ...{
          ...draft,
          told: action.to.flatMap((each) => subject(each) ?? []),
          fields: action.fields,
        },
        pdf: action.pdf === true,
      };
    case 'set': {
      const { field: setField, value: setValue = '', from: setFrom = '' } = action;
      return { ...draft, setField, setFrom, setValue };
    }
    case 'mail':
      return {
        ...{ ...draft, mailField: action.field, fields: action.fields },
        ...{ strangers: action.strangers === true, pdf: action.pdf === true },
      };
  }
}

/** Returns the rule that the values say; undefined while something is missing. */
export function ruleOf({
  name,
  trigger,
  condition,
  actions,
  isOn,
  ...detail
}: RuleValues): RuleBody | undefined {
  const whole = actions.flatMap((each) => actionOf(each) ?? []);
  if (name.trim() === '' || whole.length === 0 || whole.length < actions.length) return undefined;
  const { became, schedule } = detail;
  if (trigger === 'value' && became.field === '') return undefined;
  if (trigger === 'schedule' && schedule.time === '') return undefined;
  const { weekday, ...always } = schedule;
  return {
    name: name.trim(),
    trigger,
    ...(trigger === 'value' && { became }),
    ...(trigger === 'schedule' && {
      schedule: { ...always, ...(schedule.every === 'week' && { weekday }) },
    }),
    ...(condition.trim() !== '' && { condition }),
    actions: whole,
    isOn,
  };
}

function actionOf(draft: ActionDraft): Action | undefined {
  const { type, list, webhook, told, fields, mailField, pdf, strangers } = draft;
  switch (type) {
    case 'assign':
      return assignOf(draft);
    case 'hand-on': {
      const to = subjectOf(draft.to);
      return to && { type, to };
    }
    case 'row': {
      const cells = cellsOf(draft);
      return list === undefined || cells.length === 0
        ? undefined
        : { type, listId: list.id, cells };
    }
    case 'webhook':
      return webhook && { type, webhookId: webhook.id, fields: [...fields] };
    case 'tell': {
      const to = told.flatMap((each) => subjectOf(each) ?? []);
      return to.length === 0 ? undefined : { type, to, fields: [...fields], pdf };
    }
    case 'set':
      return setOf(draft);
    case 'mail':
      return mailField === ''
        ? undefined
        : { type, field: mailField, fields: [...fields], pdf, strangers };
  }
}

function setOf({
  setField: field,
  setValue: value,
  setFrom: from,
}: ActionDraft): Action | undefined {
  if (field === '') return undefined;
  return from === '' ? { type: 'set', field, value } : { type: 'set', field, from };
}

function assignOf(draft: ActionDraft): Action | undefined {
  const { template, isCreator, to, mode, dueInDays, carry } = draft;
  const whom = isCreator ? ({ type: 'Creator' } as const) : subjectOf(to);
  if (template === undefined || whom === undefined) return undefined;
  const instructions = draft.instructions.trim();
  return {
    type: 'assign',
    templateId: template.id,
    to: whom,
    ...(whom.type === 'Group' && { mode }),
    ...(dueInDays !== '' && { dueInDays: Number(dueInDays) }),
    ...(instructions !== '' && { instructions }),
    carry: carry.filter((each) => each.from !== '' && each.to !== ''),
  };
}

type Cells = Extract<Action, { type: 'row' }>['cells'];

const cellsOf = ({ cells }: ActionDraft): Cells =>
  Object.entries(cells).flatMap(([column, { field, text }]): Cells => {
    if (field !== '') return [{ column, field }];
    return text === undefined ? [] : [{ column, text }];
  });

const subjectOf = (to: Assignee | undefined) => to && { type: to.type, id: to.id };
