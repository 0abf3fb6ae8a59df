import { sendAssignment } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import { type Assignment, type FormActor, isLinkId } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { requireListRight } from '#lists/index.ts';
import type { ReadForm } from './read-form.ts';
import type { ActionDone, Rule, RuleAction, SkipReason } from './rule.ts';
import type { RuleWrites } from './rules-deps.ts';
import { tellPeople } from './tell-people.ts';
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
  readonly eventId: string;
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
        requireAdmin(by);
        const of = { accountId: by.accountId, webhookId: action.webhookId };
        const data = deliveryData(rule, form, action.fields);
        return { type, id: await deps.deliveryQueue.appendForRule(tx, of, data) };
      }
      case 'tell': {
        await tellPeople(deps, tx, { rule, formId: form.id }, action);
        return { type, count: action.to.length };
      }
    }
  };

async function assign(
  deps: RuleWrites,
  tx: Tx,
  { rule, by, read, eventId }: Acting,
  action: Extract<RuleAction, { type: 'assign' }>,
  n: number,
): Promise<Pick<ActionDone, 'id' | 'count'>> {
  const { templateId, mode, dueInDays, instructions } = action;
  const { assignments } = await sendAssignment(deps)(tx, by, {
    templateId,
    assignee: { ...assigneeOf(read, action.to), mode },
    dueAt: dueInDays === undefined ? undefined : deps.clock.now() + dueInDays * DAY_MS,
    instructions,
    // Whatever happens, one event makes it once.
    reference: `rule ${rule.id} ${eventId} ${n}`,
    answers: carried(read, action.carry),
  });
  const [first] = assignments;
  return { ...(first && { id: first.id }), count: assignments.length };
}

function assigneeOf({ form }: ReadForm, to: Assignment | { readonly type: 'Creator' }): Assignment {
  if (to.type !== 'Creator') return to;
  // Whoever came by a public link has no account.
  if (isLinkId(form.createdBy)) throw new Skipped('no-creator');
  return { type: 'User', id: form.createdBy };
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

/** Webhooks belong to admins, and a designer could send answers anywhere by one. @throws AppError `forbidden` */
export function requireAdmin({ role }: Pick<FormActor, 'role'>): void {
  if (role === 'admin') return;
  throw fail(
    'forbidden',
    'Only an admin can have a rule call a webhook. Ask an admin to save it.',
    {
      because: { reason: 'rule-webhook-admin' },
    },
  );
}
