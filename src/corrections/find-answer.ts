import type { Database } from '#db/database.ts';
import {
  type Form,
  type GroupsOfUser,
  readTimeZone,
  type TemplateVersion,
  type Viewer,
} from '#form-basics/index.ts';
import { requireForm } from '#form-records/index.ts';
import { requireMayCorrect } from '#forms/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Locale } from '#kernel/locale.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { findVersion } from '#templates/index.ts';
import { type Correctable, correctableIn, type Elsewhere } from './answer-control.ts';

export interface AnswerDeps {
  readonly db: Database;
  readonly directory: GroupsOfUser;
  readonly engine: Pick<FormEngines, 'of'>;
}

/** One answer of a form, with all that its correction depends on. */
export interface FoundAnswer {
  readonly form: Form;
  readonly version: TemplateVersion;
  readonly question: Correctable;
  /** Why it can only be corrected in the form; undefined: it can be corrected here. */
  readonly elsewhere: Elsewhere | undefined;
}

/**
 * Returns one answer of a form that the viewer may correct. The forms engine says whether the form asks it at the
 * moment.
 * @throws AppError `not-found` without the form, or when its version does not ask the field; `forbidden`;
 * `form-check-timeout`, `form-check-failed`, `busy` of the engine.
 */
export async function findAnswer(
  { db, directory, engine }: AnswerDeps,
  viewer: Viewer,
  formId: string,
  fieldId: string,
  locale?: Locale,
): Promise<FoundAnswer> {
  const form = await requireForm({ directory })(db.reader, viewer, formId);
  await requireMayCorrect(db.reader, directory, viewer, form);
  const { accountId, templateVersionId } = form;
  const version = await findVersion(db.reader, accountId, templateVersionId);
  const question = version && correctableIn(version, fieldId, locale);
  if (!question) throw notAsked();
  if (question.elsewhere !== undefined) {
    return { form, version, question, elsewhere: question.elsewhere };
  }
  const timeZone = await readTimeZone(db.reader, accountId);
  const { definition } = version;
  const facts = await engine.of(accountId).facts(definition, form.answers, { timeZone });
  const { name } = question;
  const isLocked = facts.locked.includes(name) ? 'answer-read-only' : undefined;
  const elsewhere = facts.hidden.includes(name) ? 'answer-hidden' : isLocked;
  return { form, version, question, elsewhere };
}

const notAsked = (): AppError =>
  fail('not-found', 'The version of this form does not ask this field.', {
    because: { reason: 'answer-not-asked' },
    at: 'field',
  });
