import { blankAssignmentOf, forgetAssignmentOf } from '#assignments/index.ts';
import {
  attachmentsOf,
  dropAttachments,
  dropAttachmentsOf,
  dropSignatures,
  idsNamedIn,
  SIGNATURE_FIELD,
} from '#attachments/index.ts';
import { forgetMessages } from '#bulk/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { type Form, type FormWritesDeps, isLinkId } from '#form-basics/index.ts';
import {
  followAnswers,
  forgetCorrections,
  forgetOfficeAnswers,
  insertEvent,
  lockForm,
  nameByPattern,
  patternToFollow,
  purgeForm,
  type StoredForm,
  updateForm,
} from '#form-records/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { wholeWord } from '#kernel/whole-word.ts';
import { answersForName } from '#questionnaires/naming/name-fields.ts';
import { clipName, MAX_FORM_NAME_LENGTH } from '#questionnaires/naming/name-pattern.ts';
import { addToFormCount, findTemplate, findVersion, lockTemplate } from '#templates/index.ts';
import { dropExportsWith } from './erased-exports.store.ts';
import { findRule, isDue, markBlanked } from './retention.store.ts';
import { cutoffOf, type RetentionRule } from './retention.ts';

export type EraseDeps = Pick<FormWritesDeps, 'clock' | 'ids' | 'audit' | 'events' | 'quotas'>;

/**
 * Does to one form what the rule says, if the form is still due.
 * @returns false, with the form as it was, when the rule was changed or removed since it was read
 */
export async function eraseForm(
  deps: EraseDeps,
  tx: Tx,
  rule: RetentionRule,
  id: string,
): Promise<boolean> {
  const { accountId } = rule;
  // Exports begin under this lock: each is either there when dropExportsWith looks, or begins after the form is erased.
  await lockAccount(tx, accountId);
  const form = await lockForm(tx, accountId, id);
  if (!(await stillStands(tx, rule))) return false;
  if (!form || !(await isDue(tx, rule, cutoffOf(rule, deps.clock.now()), id))) return true;
  const now = Math.max(deps.clock.now(), form.updatedAt + 1);
  if (rule.action === 'delete') await deleteForGood(deps, tx, rule, form, now);
  else await blank(deps, tx, rule, form, now);
  await dropExportsWith(tx, form, now);
  await forgetMessages(tx, accountId, id);
  return true;
}

/** Returns whether the rule still deletes this form, which is locked then. */
export async function isStillDue(
  { clock }: Pick<EraseDeps, 'clock'>,
  tx: Tx,
  rule: RetentionRule,
  id: string,
): Promise<boolean> {
  const form = await lockForm(tx, rule.accountId, id);
  if (!form || rule.action !== 'delete' || !(await stillStands(tx, rule))) return false;
  return isDue(tx, rule, cutoffOf(rule, clock.now()), id);
}

/** Returns whether the rule is the one that is being applied. Nobody changes it until the transaction ends. */
export async function stillStands(tx: Tx, rule: RetentionRule): Promise<boolean> {
  // Whoever sets a rule holds this lock. It comes after the lock on the form, as when a form is deleted.
  await lockTemplate(tx, rule.accountId, rule.templateId);
  const now = await findRule(tx, rule.accountId, rule.templateId);
  return now?.setAt === rule.setAt;
}

const SYSTEM = (accountId: string) => ({ accountId, via: 'system' }) as const;

async function deleteForGood(
  { audit, events, quotas }: EraseDeps,
  tx: Tx,
  { setBy }: RetentionRule,
  { deletedAt, ...form }: StoredForm,
  now: number,
): Promise<void> {
  const { accountId, id, templateId } = form;
  const last = { ...form, updatedAt: now, revision: form.revision + 1 };
  // Listeners and the feed of changes learn of it as of any other deletion.
  await updateForm(tx, last, now);
  if (deletedAt === undefined) {
    addToFormCount(tx, form, -1);
    await quotas.giveBack(tx, accountId, 'forms', 1, form);
    await events.append(tx, {
      type: 'form.deleted',
      accountId,
      at: now,
      id,
      templateId,
      by: setBy,
      revision: last.revision,
      assignment: form.assignment,
    });
  }
  await dropAttachmentsOf(tx, accountId, id, now);
  await forgetAssignmentOf(tx, form);
  await purgeForm(tx, accountId, id, now + 1);
  await audit.append(tx, SYSTEM(accountId), {
    action: 'form.purge',
    targetType: 'Form',
    targetId: id,
    detail: { templateId, retention: true },
  });
}

/** Replaces a blanked answer where the name of the form repeats it. */
const BLANKED = '(blanked)';

async function blank(
  { ids, audit }: EraseDeps,
  tx: Tx,
  { fields, location }: RetentionRule,
  { deletedAt, ...form }: StoredForm,
  now: number,
): Promise<void> {
  const { accountId, id } = form;
  const gone = new Set(fields.flatMap((field) => [field, `${field}-Comment`]));
  const all = Object.entries(form.answers);
  const answers = Object.fromEntries(all.filter(([field]) => !gone.has(field)));
  const lost = Object.fromEntries(all.filter(([field]) => gone.has(field)));
  const version = await findVersion(tx, accountId, form.templateVersionId);
  const definition = version?.definition ?? {};
  const namePattern = form.namePattern ?? (await lostPatternOf(tx, form, definition));
  const { name } = await followAnswers(tx, { ...form, namePattern, answers });
  const blanked = {
    ...form,
    name: withoutTexts(name, [
      ...textsOf(lost),
      ...fields.map(answersForName(definition, form.answers)),
    ]),
    namePattern,
    answers,
    ...(location && { location: undefined }),
    // The hashes of a form that was sent back would confirm a guess of a blanked answer.
    ...(form.review && { review: { ...form.review, prints: undefined } }),
    updatedAt: now,
    revision: form.revision + 1,
  };
  const kept = idsNamedIn(answers);
  // A file in a repeated section has the name of its own question, not that of the section.
  const named = idsNamedIn(lost);
  const files = await attachmentsOf(tx, accountId, id);
  const dropped = files.filter(
    (file) => (gone.has(file.field) || named.has(file.id)) && !kept.has(file.id),
  );
  // Nobody can choose them as a field either.
  const signatures = files.filter(({ field }) => field === SIGNATURE_FIELD);
  await markBlanked(tx, accountId, id, now);
  // Nobody can choose fields that only a step of the review sees, so all of their answers go.
  await forgetOfficeAnswers(tx, form);
  await blankAssignmentOf(tx, form, gone);
  // Also those of a form that holds none of the answers any more.
  await forgetCorrections(tx, form, fields);
  const hasLocation = location && form.location !== undefined;
  // A form that holds none of it keeps its revision, so that people who write it meanwhile see no conflict.
  const count = Object.keys(lost).length + dropped.length + signatures.length;
  if (count === 0 && !hasLocation) return;
  await updateForm(tx, blanked, deletedAt);
  await dropAttachments(tx, accountId, dropped, now);
  await dropSignatures(tx, form, signatures, now);
  const detail = { changed: ['answers'], blanked: [...fields] };
  const by = SYSTEM(accountId);
  await insertEvent(tx, by, { id: ids.next(), formId: id, at: now, action: 'edit', detail });
  await audit.append(tx, by, {
    action: 'form.blank',
    targetType: 'Form',
    targetId: id,
    detail: { fields: [...fields], location },
  });
}

/** A name may repeat answers. Shorter ones, such as "1", may stand in it for something else. */
const SHORTEST_IN_NAME = 3;

const textsOf = (answers: JsonObject): readonly string[] =>
  Object.values(answers).flatMap((value) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText ? [String(value).trim()] : [];
  });

function withoutTexts(name: string, texts: readonly string[]): string {
  // A longer text is in no name, and an expression of it may be too large for V8, which throws then.
  const found = texts.filter(
    ({ length }) => length >= SHORTEST_IN_NAME && length <= MAX_FORM_NAME_LENGTH,
  );
  const blanked = [...new Set(found)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, text) => left.replaceAll(new RegExp(wholeWord(text), 'giu'), BLANKED), name);
  return clipName(blanked);
}

/**
 * Forms that were sent by public links kept no pattern at first. Returns that of the template if the
 * form still has the name that it gives.
 */
async function lostPatternOf(
  tx: Tx,
  form: Form,
  definition: JsonObject,
): Promise<string | undefined> {
  if (!isLinkId(form.createdBy)) return undefined;
  const template = await findTemplate(tx, form.accountId, form.templateId);
  const pattern = template && patternToFollow(template.namePattern);
  if (pattern === undefined) return undefined;
  return (await nameByPattern(tx, pattern, form, definition)) === form.name ? pattern : undefined;
}
