import type { AfterCommit } from '#db/after-commit.ts';
import type { Tx } from '#db/database.ts';
import {
  type Form,
  type FormsEvent,
  type FormsEvents,
  type FormsEventType,
  isLinkId,
} from '#form-basics/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { Became, Trigger } from './rule.ts';
import { insertRuleEvent, type TemplateKey } from './rule-events.store.ts';
import { selectCauses, selectValueRules } from './rules.store.ts';
import type { RuleEvents } from './rules-deps.ts';

const CAUSES: Partial<Readonly<Record<FormsEventType, Trigger>>> = {
  'form.created': 'begun',
  'form.completed': 'completed',
  'form.approved': 'approved',
  'form.sent-back': 'sent-back',
  'form.rejected': 'rejected',
  'form.overdue': 'late',
};

/** Returns what rules may wait for. A corrected answer does not complete a form once more. */
function causesOf({ type, by, correction }: FormsEvent): readonly Trigger[] {
  const cause = CAUSES[type];
  if (cause === undefined || correction !== undefined) return [];
  return cause === 'completed' && by !== undefined && isLinkId(by)
    ? ['completed', 'by-link']
    : [cause];
}

/** Returns whether answers have a value. */
const has = (answers: JsonObject | undefined, { field, value }: Became): boolean =>
  answers !== undefined && meetsValue(member(answers, field), value);

/** Returns whether an answer is a value, or one of several that are chosen. */
export const meetsValue = (answer: JsonValue | undefined, value: Became['value']): boolean =>
  Array.isArray(answer) ? answer.includes(value) : answer === value;

/**
 * Returns the queue of rules: what happens to a form is stored in its transaction, if its template has a rule for it.
 * That is all that a request waits for.
 */
export function createRuleEvents({
  clock,
  ids,
  afterCommit,
}: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly afterCommit: AfterCommit;
}): RuleEvents & FormsEvents {
  let listener: ((of: TemplateKey) => void) | undefined;
  const remind: RuleEvents['remind'] = (tx, of) => afterCommit.add(tx, () => listener?.(of));
  return {
    remind,
    listen(onDue) {
      listener = onDue;
    },
    async append(tx, event) {
      const possible = causesOf(event);
      if (possible.length === 0) return;
      const { accountId, templateId, id: formId, revision = 0, at } = event;
      const wanted = await selectCauses(tx, { accountId, templateId });
      for (const trigger of possible.filter((each) => wanted.has(each))) {
        const queued = { accountId, templateId, formId, revision, trigger, at };
        const whole = { ...queued, id: ids.next(), ruleId: undefined, depth: 0, attempts: 0 };
        await insertRuleEvent(tx, whole, clock.now());
        remind(tx, { accountId, templateId });
      }
    },
    async answered(tx: Tx, before: Form | undefined, form: Form, depth?: number) {
      if (before?.answers === form.answers) return;
      const { accountId, templateId, id: formId, revision, updatedAt: at } = form;
      const rules = (await selectValueRules(tx, form)).filter(
        ({ became }) => !has(before?.answers, became) && has(form.answers, became),
      );
      for (const { id: ruleId } of rules) {
        const queued = { accountId, templateId, formId, revision, trigger: 'value', at } as const;
        const event = { ...queued, id: ids.next(), ruleId, depth: depth ?? 0, attempts: 0 };
        await insertRuleEvent(tx, event, clock.now());
        remind(tx, { accountId, templateId });
      }
    },
  };
}
