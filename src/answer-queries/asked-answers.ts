import { type Static, Type } from 'typebox';
import type { AnswerField } from '#answer-index/index.ts';
import {
  CREATED_DAYS,
  type FormsDeps,
  readCreated,
  type Template,
  type Viewer,
} from '#form-basics/index.ts';
import { FORM_FILTERS, requireTemplateOfForms, visibilityOf } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { remembering } from '#templates/index.ts';
import { knownFields } from './known-fields.ts';
import { narrow } from './narrow-answers.store.ts';
import type { TemplateSelection } from './sorted-forms.store.ts';
import { readWhere } from './where.ts';

/** The forms of a template that somebody asked for, and the fields that they may know. */
export interface AskedAnswers {
  readonly template: Template;
  readonly fields: ReadonlyMap<string, AnswerField>;
  readonly selection: TemplateSelection;
}

/** The filters of the forms of a template: the same for pages of answers, their sums, bulk actions, views and exports. */
export const ANSWERS_FILTER = {
  where: Type.Optional(
    Type.String({
      maxLength: 8000,
      description:
        'Conditions on answers as a JSON list, as GET /v2/templates/{id}/answers has them.',
    }),
  ),
  status: Type.Optional(Type.Union([Type.Literal('draft'), Type.Literal('complete')])),
  review: FORM_FILTERS.review,
  ...CREATED_DAYS,
};
type Sent = Static<Type.TObject<typeof ANSWERS_FILTER>>;
export type AnswersFilter = { readonly [Name in keyof Sent]?: Sent[Name] | undefined };

/** Returns what these filters add to the terms of a cursor. A cursor without them has no further terms. */
export const termsOfFilter = (filter: AnswersFilter): readonly string[] => {
  const given = new Map(Object.entries(filter));
  return Object.keys(ANSWERS_FILTER).flatMap((name) => {
    const value = given.get(name);
    return value === undefined ? [] : [name, value];
  });
};

/**
 * Returns the forms of a template that a viewer may see and that a filter selects.
 * @param locale of titles and choices; undefined: that of each version
 * @throws AppError `not-found`, `invalid-parameter` at `where`, `createdFrom` or `createdTo`
 */
export async function askedAnswers(
  given: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  templateId: string,
  filter: AnswersFilter,
  locale?: Locale,
): Promise<AskedAnswers> {
  const { db } = given;
  const { where, status, review } = filter;
  const directory = remembering(given.directory);
  const deps = { ...given, directory };
  const template = await requireTemplateOfForms(deps, viewer, templateId);
  const fields = await knownFields(deps, viewer, template, locale);
  const { accountId } = viewer;
  const created = await readCreated(db.reader, accountId, filter, given.clock.now());
  const answers = await readWhere(deps, viewer, template, where, fields);
  const selection = {
    accountId,
    visibility: await visibilityOf(db.reader, directory, viewer),
    templateId: template.id,
    answers,
    conditions: { created, review },
    found: await narrow(db, { accountId, templateId: template.id, answers }),
    status,
    namePrefix: undefined,
    filter: undefined,
  };
  return { template, fields, selection };
}

/** Returns the chosen fields of a parameter `fields`, in its order, each once; unknown ones are left out. Undefined: all. */
export function chosenFields(
  fields: ReadonlyMap<string, AnswerField>,
  given: string | undefined,
): readonly AnswerField[] {
  if (given === undefined) return [...fields.values()];
  return [...new Set(given.split(','))].flatMap((id) => fields.get(id) ?? []);
}
