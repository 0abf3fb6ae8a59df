// The only file of the rules that knows how people are told. Today a letter is queued; recipients and texts are found
// out when it is sent, so that nobody reads what they may no longer see, and no answer waits in the queue.
import type { Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Assignment, FormActor, FormsDeps } from '#form-basics/index.ts';
import { findVisible } from '#form-records/index.ts';
import { type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { plainWords } from '#kernel/plain-words.ts';
import {
  findRecipient,
  letterTo,
  type MayMail,
  mailIsOff,
  organisationIn,
  peopleOfGroup,
  type Recipient,
} from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import { type ReadForm, readFormForRules } from './read-form.ts';
import type { Rule, Trigger } from './rule.ts';
import { findTemplateRule } from './rules.store.ts';
import type { RuleReads, RuleWrites } from './rules-deps.ts';

const LIFE_MS = 2 * 24 * 60 * 60_000;

/** Queues a letter for each user and group. @throws AppError `mail-off` */
export async function tellPeople(
  { mailQueue, clock }: Pick<RuleWrites, 'mailQueue' | 'clock'>,
  tx: Tx,
  { rule, formId }: { readonly rule: Rule; readonly formId: string },
  { to, fields }: { readonly to: readonly Assignment[]; readonly fields: readonly string[] },
): Promise<void> {
  if (!mailQueue.isOn) throw mailIsOff();
  await mailQueue.append(
    tx,
    rule.accountId,
    to.map(({ type, id }) => ({
      kind: 'rule',
      expiresAt: clock.now() + LIFE_MS,
      content: { about: { rule: rule.id, form: formId, type, to: id, fields: [...fields] } },
    })),
  );
}

export interface ComposeRuleDeps extends RuleReads, Pick<FormsDeps, 'publicUrl'> {
  readonly directory: Directory;
  readonly mayMail: MayMail;
}

/**
 * Writes the letters of a rule, for those who may see the form at this moment. A person gets no more letters an hour than
 * they do about assignments; the list of runs has the rest.
 */
export const composeRule =
  (deps: ComposeRuleDeps) =>
  async (accountId: string, about: JsonObject, isAgain: boolean): Promise<readonly Letter[]> => {
    const { db, mayMail } = deps;
    const [id = '', formId = '', type, to = ''] = ['rule', 'form', 'type', 'to'].map((name) =>
      textOf(member(about, name)),
    );
    const rule = await findTemplateRule(db.reader, { accountId, id });
    const read = rule && (await readFormForRules(deps, { accountId, formId }));
    if (!rule || !read) return [];
    const content = {
      form: read.form.name,
      rule: rule.name,
      trigger: rule.trigger,
      url: `${deps.publicUrl()}/forms/${formId}${await organisationIn(deps, db.reader, accountId)}`,
      lines: linesOf(read, member(about, 'fields')),
    };
    const letters: Letter[] = [];
    const isGroup = type === 'Group';
    const people = isGroup ? await peopleOfGroup(deps, db.reader, accountId, to) : [to];
    for (const userId of people) {
      const recipient = await recipientOf(deps, { accountId, userId }, formId);
      if (!recipient) continue;
      if (!isAgain && !(await mayMail(accountId, { by: rule.ownerId, to: userId }))) continue;
      letters.push(ruleLetter(recipient, content));
    }
    return letters;
  };

/** Returns the chosen answers as people read them. */
function linesOf({ shown }: ReadForm, fields: JsonValue | undefined): readonly string[] {
  const names: readonly JsonValue[] = Array.isArray(fields) ? fields : [];
  return names.flatMap((name) => {
    const { title = '', displayValue = '' } = shown.get(textOf(name)) ?? {};
    return displayValue === '' ? [] : [`${plainWords(title)}: ${plainWords(displayValue)}`];
  });
}

/** Returns somebody who may see the form, as the recipient of a letter. */
async function recipientOf(
  { db, directory }: ComposeRuleDeps,
  { accountId, userId }: Pick<FormActor, 'accountId' | 'userId'>,
  formId: string,
): Promise<Recipient | undefined> {
  const { reader } = db;
  const user = await directory.readUser(reader, accountId, userId, 'all');
  if (!user?.active) return undefined;
  const viewer = { accountId, userId, role: user.role };
  const form = await findVisible(reader, directory, viewer, formId);
  if (!form || form.deletedAt !== undefined) return undefined;
  return await findRecipient({ directory }, reader, accountId, userId);
}

const HAPPENED: Readonly<Record<Recipient['language'], Readonly<Record<Trigger, string>>>> = {
  en: {
    begun: 'was begun',
    late: 'is late',
    completed: 'was completed',
    'by-link': 'was submitted by a public link',
    approved: 'was approved',
    'sent-back': 'was sent back',
    rejected: 'was rejected',
  },
  de: {
    begun: 'wurde begonnen',
    late: 'ist überfällig',
    completed: 'wurde abgeschlossen',
    'by-link': 'wurde über einen öffentlichen Link gesendet',
    approved: 'wurde genehmigt',
    'sent-back': 'wurde zurückgegeben',
    rejected: 'wurde abgelehnt',
  },
};

function ruleLetter(
  to: Recipient,
  about: {
    readonly form: string;
    readonly rule: string;
    readonly trigger: Trigger;
    readonly url: string;
    readonly lines: readonly string[];
  },
): Letter {
  const form = plainWords(about.form);
  const rule = plainWords(about.rule);
  const happened = HAPPENED[to.language][about.trigger];
  const lines = about.lines.length === 0 ? [] : [about.lines.join('\n')];
  if (to.language === 'de') {
    return letterTo(
      to,
      `${rule}: ${form}`,
      [
        `Das Formular „${form}“ ${happened}.`,
        ...lines,
        `Hier öffnen Sie es:\n${about.url}`,
        `Sie bekommen diese Nachricht wegen der Regel „${rule}“.`,
      ],
      'Formular öffnen',
    );
  }
  return letterTo(
    to,
    `${rule}: ${form}`,
    [
      `The form “${form}” ${happened}.`,
      ...lines,
      `Open it here:\n${about.url}`,
      `You get this message because of the rule “${rule}”.`,
    ],
    'Open form',
  );
}
