// Names of forms that follow their answers: "Inspection of {site}" is named again whenever the site changes.
import type { Reader, Tx } from '#db/database.ts';
import { type Form, findUserLabel, isLinkId, linkNames, readTimeZone } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { dayIn } from '#kernel/time-zone.ts';
import { answersForName } from '#questionnaires/naming/name-fields.ts';
import { fieldsIn, fillPattern } from '#questionnaires/naming/name-pattern.ts';
import { findVersion, readTemplateName } from '#templates/index.ts';

/** The properties of a form that its name may contain. */
export type Named = Pick<
  Form,
  'accountId' | 'templateId' | 'number' | 'createdAt' | 'createdBy' | 'answers'
>;

/** Returns the name that a pattern gives a form; the name of the template when it gives none. */
export async function nameByPattern(
  db: Reader,
  pattern: string,
  form: Named,
  definition: JsonObject,
): Promise<string> {
  const { accountId, createdBy, templateId, number, createdAt, answers } = form;
  const template = (await readTemplateName(db, accountId, templateId)) ?? '';
  const user = (await findCreatorLabel(db, accountId, createdBy)) ?? '';
  const day = dayIn(createdAt, await readTimeZone(db, accountId));
  const answerTo = answersForName(definition, answers);
  return fillPattern(pattern, { template, number, day, user, answerTo }) || template;
}

const findCreatorLabel = async (db: Reader, accountId: string, id: string) =>
  isLinkId(id)
    ? (await linkNames(db, accountId, [id])).get(id)
    : await findUserLabel(db, accountId, id);

/** Returns the pattern that a new form keeps: one without answers has nothing to follow. */
export const patternToFollow = (pattern: string): string | undefined =>
  fieldsIn(pattern).length > 0 ? pattern : undefined;

/**
 * Returns the form under the name that its answers give it now. A form that a person has named keeps its name. Whatever
 * changes answers calls this, so that no name shows an answer that is gone.
 */
export async function followAnswers(tx: Tx, form: Form): Promise<Form> {
  const { namePattern, accountId, templateVersionId } = form;
  if (namePattern === undefined) return form;
  const version = await findVersion(tx, accountId, templateVersionId);
  return { ...form, name: await nameByPattern(tx, namePattern, form, version?.definition ?? {}) };
}
