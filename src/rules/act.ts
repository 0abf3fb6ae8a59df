import { sendAssignment } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import { type Assignment, type FormActor, isLinkId } from '#form-basics/index.ts';
import { checkAssignment } from '#forms/index.ts';
import { AppError, fail } from '#kernel/errors.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { requireListRight } from '#lists/index.ts';
import type { ReadForm } from './read-form.ts';
import type { ActionDone, Rule, RuleAction, RuleEvent, SkipReason } from './rule.ts';
import { addressIn } from './rule-letters.ts';
import type { RuleWrites } from './rules-deps.ts';
import { stillThere, tellAddress, tellPeople } from './tell-people.ts';
import { deliveryData } from './webhook-fields.ts';

const DAY_MS = 86_400_000;

/** The rule has nothing to do for this form: what it wrote is undone. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(`the rule has nothing to do: ${reason}`);
    this.reason = reason;
  }
}

/** A rule that runs: for which form, and as whom. */
export interface Acting {
  readonly rule: Rule;
  /** The owner of the rule. */
  readonly by: FormActor;
  readonly read: ReadForm;
  /** What caused it, and how many rules led to that. */
  readonly event: Pick<RuleEvent, 'id' | 'depth'>;
}

/**
 * Carries out an action of a rule with the rights of its owner.
 * @param n the position of the action in its rule
 * @throws Skipped
 * @throws AppError what the owner would get who did it by hand
 */
export const act =
  (deps: RuleWrites) =>
  async (tx: Tx, acting: Acting, action: RuleAction, n: number): Promise<ActionDone> => {
    const { rule, by, read } = acting;
    const { form } = read;
    const { type } = action;
    switch (action.type) {
      case 'assign':
        return { type, ...(await assign(deps, tx, acting, action, n)) };
      case 'hand-on': {
        await deps.forms.assignForm(tx, by, form.id, { assignment: action.to });
        return { type, id: form.id };
      }
      case 'row': {
        const list = await requireListRight(deps, tx, by, action.listId, 'manage');
        const textual = new Set(
          list.columns.filter((each) => each.type === 'text').map(({ key }) => key),
        );
        const row = Object.fromEntries(
          action.cells.map((cell) => [cell.column, cellOf(read, cell, textual.has(cell.column))]),
        );
        await deps.lists.writeRows(tx, by, list.id, { rows: [row], deactivate: [] });
        return { type, id: list.id };
      }
      case 'webhook': {
        requireAdmin(by, 'rule-webhook-admin');
        const of = { accountId: by.accountId, webhookId: action.webhookId };
        const data = deliveryData(rule, form, action.fields);
        return { type, id: await deps.deliveryQueue.appendForRule(tx, of, data) };
      }
      case 'tell': {
        const to = await stillThere(tx, by.accountId, action.to);
        await tellPeople(deps, tx, { rule, formId: form.id }, to, action);
        return { type, count: to.length };
      }
      case 'set':
        return { type, ...(await set(deps, tx, acting, action)) };
      case 'mail':
        return { type, ...(await mail(deps, tx, acting, action)) };
    }
  };

/** Sets a field that only rules may set. An answer that is copied and missing sets nothing. */
async function set(
  { forms, ruleEvents }: RuleWrites,
  tx: Tx,
  { by, read, event }: Acting,
  { field, value, from }: Extract<RuleAction, { type: 'set' }>,
): Promise<Pick<ActionDone, 'id' | 'count'>> {
  const given = from === undefined ? value : read.shown.get(from)?.value;
  if (given === undefined || given === null) return { count: 0 };
  const { before, form } = await forms.setByRule(tx, by, read.form.id, { [field]: given });
  await ruleEvents.answered(tx, before, form, event.depth + 1);
  return { id: form.id };
}

/** Has a mail sent to the address in a field. Without an admin's consent, strangers have none sent. */
async function mail(
  deps: RuleWrites,
  tx: Tx,
  { rule, by, read }: Acting,
  action: Extract<RuleAction, { type: 'mail' }>,
): Promise<Pick<ActionDone, 'count' | 'left'>> {
  if (action.strangers === true) requireAdmin(by, 'rule-strangers-admin');
  if (isLinkId(read.form.createdBy) && action.strangers !== true) {
    return { count: 0, left: 'stranger' };
  }
  if (addressIn(read, action.field) === undefined) return { count: 0, left: 'no-address' };
  await tellAddress(deps, tx, { rule, formId: read.form.id }, action);
  return { count: 1 };
}

async function assign(
  deps: RuleWrites,
  tx: Tx,
  { rule, by, read, event }: Acting,
  action: Extract<RuleAction, { type: 'assign' }>,
  n: number,
): Promise<Pick<ActionDone, 'id' | 'count'>> {
  const { templateId, mode, dueInDays, instructions } = action;
  const { assignments } = await sendAssignment(deps)(tx, by, {
    templateId,
    assignee: { ...(await assigneeOf(tx, read, action.to)), mode },
    dueAt: dueInDays === undefined ? undefined : deps.clock.now() + dueInDays * DAY_MS,
    instructions,
    // Whatever happens, one event makes it once.
    reference: `rule ${rule.id} ${event.id} ${n}`,
    answers: carried(read, action.carry),
  });
  const [first] = assignments;
  return { ...(first && { id: first.id }), count: assignments.length };
}

async function assigneeOf(
  tx: Tx,
  { form }: ReadForm,
  to: Assignment | { readonly type: 'Creator' },
): Promise<Assignment> {
  if (to.type !== 'Creator') return to;
  const { accountId, createdBy } = form;
  // Whoever came by a public link has no account, and a user may be deleted: that is no fault of the rule.
  if (isLinkId(createdBy)) throw new Skipped('no-creator');
  try {
    return await checkAssignment(tx, accountId, { type: 'User', id: createdBy });
  } catch (error) {
    throw error instanceof AppError ? new Skipped('no-creator') : error;
  }
}

/** Returns the answers that a new form begins with. What nobody was asked, or answered, is not carried. */
const carried = (
  { shown }: ReadForm,
  carry: readonly { readonly from: string; readonly to: string }[],
): JsonObject =>
  Object.fromEntries(
    carry.flatMap(({ from, to }) => {
      const value = shown.get(from)?.value ?? null;
      return value === null ? [] : [[to, value]];
    }),
  );

/** Returns the value of a cell: in a column of text, what people read; else what is stored. */
function cellOf(
  { shown }: ReadForm,
  { field, text }: Extract<RuleAction, { type: 'row' }>['cells'][number],
  isText: boolean,
): JsonValue {
  if (field === undefined) return text ?? '';
  const answer = shown.get(field);
  return (isText ? answer?.displayValue : answer?.value) ?? '';
}

const FOR_ADMINS = {
  'rule-webhook-admin': 'Only an admin can have a rule call a webhook. Ask an admin to save it.',
  'rule-strangers-admin':
    'Only an admin can have a rule send mail to addresses that strangers type. Ask an admin to save it.',
} as const;

/** Whether only an admin may have a rule do this. */
export const isForAdmins = (action: RuleAction): boolean =>
  action.type === 'webhook' || (action.type === 'mail' && action.strangers === true);

/** A designer could send answers anywhere by a webhook, and strangers mail to anybody. @throws AppError `forbidden` */
export function requireAdmin(
  { role }: Pick<FormActor, 'role'>,
  reason: keyof typeof FOR_ADMINS,
): void {
  if (role !== 'admin') throw fail('forbidden', FOR_ADMINS[reason], { because: { reason } });
}
