import type { AnswerField } from '#answer-index/index.ts';
import {
  type CreatedDays,
  type FormStatus,
  type FormsDeps,
  type ReviewState,
  readCreated,
  type Template,
  type Viewer,
} from '#form-basics/index.ts';
import { requireTemplateOfForms, visibilityOf } from '#form-records/index.ts';
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

/** What narrows the forms of a template: the same for lists, sums, counts and exports. */
export interface AnswersFilter extends CreatedDays {
  readonly where?: string | undefined;
  readonly status?: FormStatus | undefined;
  /** The state of the review. */
  readonly review?: ReviewState | undefined;
  /** The language of titles and choices; undefined: that of each version. */
  readonly locale?: Locale | undefined;
}

/**
 * Returns the forms of a template that a viewer may see and that a filter selects.
 * @throws AppError `not-found`, `invalid-parameter` at `where`, `createdFrom` or `createdTo`
 */
export async function askedAnswers(
  given: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  templateId: string,
  filter: AnswersFilter,
): Promise<AskedAnswers> {
  const { db } = given;
  const { where, status, review, locale } = filter;
  const directory = remembering(given.directory);
  const deps = { ...given, directory };
  const template = await requireTemplateOfForms(deps, viewer, templateId);
  const fields = await knownFields(deps, viewer, template, locale);
  const { accountId } = viewer;
  const created = await readCreated(db.reader, accountId, filter);
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
