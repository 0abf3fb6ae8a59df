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
  return nameWith(await readNaming(db, form), pattern, form, definition);
}

/** What the name of a form may contain beside its own properties. */
export interface Naming {
  readonly template: string;
  readonly user: string;
  readonly timeZone: string;
}

export async function readNaming(
  db: Reader,
  { accountId, createdBy, templateId }: Pick<Named, 'accountId' | 'createdBy' | 'templateId'>,
): Promise<Naming> {
  const [template = '', user = '', timeZone] = await Promise.all([
    readTemplateName(db, accountId, templateId),
    findCreatorLabel(db, accountId, createdBy),
    readTimeZone(db, accountId),
  ]);
  return { template, user, timeZone };
}

/** Returns the name that a pattern gives a form, from what {@link readNaming} returned. */
export function nameWith(
  { template, user, timeZone }: Naming,
  pattern: string,
  { number, createdAt, answers }: Named,
  definition: JsonObject,
): string {
  const day = dayIn(createdAt, timeZone);
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
