// The letters of rules, written when they are sent.
import type { Directory } from '#directory/index.ts';
import { type FormActor, type FormsDeps, isLinkId, readNames } from '#form-basics/index.ts';
import { findVisible } from '#form-records/index.ts';
import { type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { plainWords } from '#kernel/plain-words.ts';
import {
  findRecipient,
  isAddress,
  type MayMail,
  organisationIn,
  peopleOfGroup,
  type Recipient,
} from '#letters/index.ts';
import { type ComposedLetter, NotMailed } from '#mail-queue/index.ts';
import { gatherNews, type MailsNow } from '#notices/index.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { type ReadForm, readFormForRules } from './read-form.ts';
import { type Rule, toldAs } from './rule.ts';
import { addressLetter, ruleLetter } from './rule-letter-words.ts';
import { findTemplateRule } from './rules.store.ts';
import type { RuleReads } from './rules-deps.ts';

export interface ComposeRuleDeps extends RuleReads, Pick<FormsDeps, 'publicUrl' | 'clock'> {
  readonly directory: Directory;
  readonly mayMail: MayMail;
  readonly mailsNow: MailsNow;
  /** Counts a letter to an address that was typed into a form. @returns whether it may be sent */
  readonly mayMailAddress: (accountId: string, address: string) => Promise<boolean>;
}

/** What a queued mail of a rule is about. */
interface About {
  readonly rule: Rule;
  readonly read: ReadForm;
  readonly lines: readonly string[];
  readonly isAgain: boolean;
  readonly hasPdf: boolean;
}

/**
 * Writes the letters of a rule, for those who may see the form at this moment and want mails at once. A person gets no more
 * letters an hour than they do about assignments; the rest comes in one letter, without answers.
 */
export const composeRule =
  (deps: ComposeRuleDeps) =>
  async (
    accountId: string,
    about: JsonObject,
    isRetried: boolean,
  ): Promise<readonly ComposedLetter[]> => {
    const [id = '', formId = '', type, to = ''] = ['rule', 'form', 'type', 'to'].map((name) =>
      textOf(member(about, name)),
    );
    const rule = await findTemplateRule(deps.db.reader, { accountId, id });
    const read = rule && (await readFormForRules(deps, { accountId, formId }));
    if (!rule || !read) return [];
    const isAgain = isRetried || member(about, 'isCounted') === true;
    const chosen = chosenIn(read, member(about, 'fields'));
    const hasPdf = member(about, 'pdf') === true;
    if (type === 'Field') {
      const isStranger = isLinkId(read.form.createdBy);
      const lines = linesOf(isStranger ? chosen.filter(isChoice) : chosen);
      const letter = { rule, read, lines, isAgain, hasPdf: hasPdf && !isStranger };
      return await lettersToField(deps, letter, to);
    }
    const letter = { rule, read, lines: linesOf(chosen), isAgain, hasPdf };
    const isGroup = type === 'Group';
    const people = isGroup ? await peopleOfGroup(deps, deps.db.reader, accountId, to) : [to];
    const letters = await lettersToPeople(deps, letter, people);
    const ownOf = (userId: string) => ({ ...about, type: 'User', to: userId, isCounted: true });
    return letters.map(({ userId, ...each }) => ({ ...each, own: ownOf(userId) }));
  };

type LetterOf = ComposedLetter & { readonly userId: string };

async function lettersToPeople(
  deps: ComposeRuleDeps,
  { rule, read, lines, isAgain, hasPdf }: About,
  people: readonly string[],
): Promise<readonly LetterOf[]> {
  const { db, mayMail } = deps;
  const { accountId } = rule;
  const { id: formId, name: form } = read.form;
  const url = `${deps.publicUrl()}/forms/${formId}${await organisationIn(deps, db.reader, accountId)}`;
  const letters: LetterOf[] = [];
  for (const userId of people) {
    const recipient = await recipientOf(deps, { accountId, userId }, formId);
    if (!recipient) continue;
    const person = { accountId, userId };
    const of = { kind: toldAs(rule.trigger), about: { type: 'form', id: formId } } as const;
    const news = [{ ...of, by: undefined, outcome: rule.trigger, at: deps.clock.now() }];
    const unsubscribeUrl = await deps.mailsNow(db.reader, person, news);
    if (unsubscribeUrl === undefined) continue;
    if (!isAgain && !(await mayMail(accountId, { by: rule.ownerId, to: userId }))) {
      await gatherNews(deps)(db.reader, person, news);
      continue;
    }
    const content = { form, rule: rule.name, trigger: rule.trigger, url, lines, hasPdf };
    const pdf = { form: formId, as: userId };
    const letter = ruleLetter({ ...recipient, unsubscribeUrl }, content);
    letters.push({ ...letter, userId, ...(hasPdf && { pdf }) });
  }
  return letters;
}

/** @throws NotMailed if the address has had enough letters today */
async function lettersToField(
  deps: ComposeRuleDeps,
  { rule, read, lines, isAgain, hasPdf }: About,
  field: string,
): Promise<readonly ComposedLetter[]> {
  const { db, directory } = deps;
  const { accountId } = rule;
  const { form, locale } = read;
  const email = addressIn(read, field);
  const account = await directory.readAccount(db.reader, accountId);
  if (email === undefined || !account) return [];
  if (!isAgain && !(await deps.mayMailAddress(accountId, email))) {
    throw new NotMailed('the address or the organisation has had its letters of today');
  }
  const names = await readNames(db.reader, accountId, [form.templateId]);
  const recipient: Recipient = {
    ...{ email, userName: '', name: '', language: locale },
    ...{ accountName: account.name, accountCode: account.code, timeZone: account.timeZone },
  };
  const template = names.get(form.templateId) ?? '';
  const letter = addressLetter(recipient, { template, trigger: rule.trigger, lines, hasPdf });
  return [{ ...letter, ...(hasPdf && { pdf: { form: form.id, as: rule.ownerId } }) }];
}

/** Returns the address in a field; undefined if it holds none, or more than one. */
export function addressIn({ shown }: Pick<ReadForm, 'shown'>, field: string): string | undefined {
  const value = textOf(shown.get(field)?.value).trim();
  return isAddress(value) ? value : undefined;
}

function chosenIn({ shown }: ReadForm, fields: JsonValue | undefined): readonly ShownAnswer[] {
  const names: readonly JsonValue[] = Array.isArray(fields) ? fields : [];
  return names.flatMap((name) => shown.get(textOf(name)) ?? []);
}

/** Returns the answers as people read them. */
const linesOf = (chosen: readonly ShownAnswer[]): readonly string[] =>
  chosen.flatMap(({ title, displayValue }) =>
    displayValue === '' ? [] : [`${plainWords(title)}: ${plainWords(displayValue)}`],
  );

/** What somebody chooses, and can't write: strangers could otherwise send their texts to anybody. */
const CHOSEN: ReadonlySet<string> = new Set([
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'imagepicker',
  'ranking',
  'slider',
]);
const isChoice = ({ type, comment }: ShownAnswer): boolean =>
  CHOSEN.has(type) && comment === undefined;

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
