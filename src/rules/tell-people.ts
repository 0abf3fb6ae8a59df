// The only file of the rules that knows how people are told. Everybody finds it in the bell, and a mail is queued besides.
// Recipients and texts are found out when the mail is sent, so that nobody reads what they may no longer see, and no
// answer waits in the queue.
import type { Tx } from '#db/database.ts';
import type { Assignment } from '#form-basics/index.ts';
import { checkAssignment } from '#forms/index.ts';
import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { mailIsOff } from '#letters/index.ts';
import { type Rule, type RuleAction, toldAs } from './rule.ts';
import type { RuleWrites } from './rules-deps.ts';

const LIFE_MS = 2 * 24 * 60 * 60_000;

type Told = Pick<RuleWrites, 'mailQueue' | 'clock' | 'tell'>;

/** The rule that tells somebody, and the form of which it does. */
export interface Telling {
  readonly rule: Rule;
  readonly formId: string;
}

/** Gives each user, and the users of each group, a notice, and queues a mail for them where there is a mail server. */
export async function tellPeople(
  deps: Told,
  tx: Tx,
  telling: Telling,
  to: readonly Assignment[],
  { fields, pdf }: Extract<RuleAction, { type: 'tell' }>,
): Promise<void> {
  const { rule, formId } = telling;
  await deps.tell(tx, {
    ...{ accountId: rule.accountId, kind: toldAs(rule.trigger), key: rule.id, to },
    outcome: rule.trigger,
    about: { type: 'form', id: formId },
  });
  const chosen = { fields: [...fields], pdf: pdf === true };
  await queueMails(
    deps,
    tx,
    telling,
    to.map(({ type, id }) => ({ ...chosen, type, to: id })),
  );
}

/** Queues a mail to the address in a field. @throws AppError `mail-off` */
export async function tellAddress(
  deps: Told,
  tx: Tx,
  telling: Telling,
  { field, fields, pdf }: Extract<RuleAction, { type: 'mail' }>,
): Promise<void> {
  if (!deps.mailQueue.isOn) throw mailIsOff();
  const about = { type: 'Field', to: field, fields: [...fields], pdf: pdf === true };
  await queueMails(deps, tx, telling, [about]);
}

const queueMails = (
  { mailQueue, clock }: Told,
  tx: Tx,
  { rule, formId }: Telling,
  abouts: readonly JsonObject[],
): Promise<void> =>
  mailQueue.append(
    tx,
    rule.accountId,
    abouts.map((about) => ({
      kind: 'rule',
      expiresAt: clock.now() + LIFE_MS,
      content: { about: { ...about, rule: rule.id, form: formId } },
    })),
  );

/** Returns those users and groups that still exist. @throws AppError `unknown-assignee` if none does */
export async function stillThere(
  tx: Tx,
  accountId: string,
  to: readonly Assignment[],
): Promise<readonly Assignment[]> {
  const found: Assignment[] = [];
  let gone: unknown;
  for (const each of to) {
    try {
      found.push(await checkAssignment(tx, accountId, each, 'to'));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      gone = error;
    }
  }
  if (found.length === 0) throw gone;
  return found;
}
