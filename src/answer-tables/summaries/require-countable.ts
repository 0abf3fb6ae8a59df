import type { AnswerField, AnswerFilter } from '#answer-index/index.ts';
import { knownFields, readWhere } from '#answer-queries/index.ts';
import { type FormsDeps, readTimeZone, type Template, type Viewer } from '#form-basics/index.ts';
import { requireTemplateOfForms } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { type By, readBy, readFields, readPeriods } from './read-query.ts';
import type { SummaryQuery } from './summary.shapes.ts';

/** What a summary counts. */
export interface Countable {
  readonly template: Template;
  /** All fields that the viewer may know. */
  readonly known: ReadonlyMap<string, AnswerField>;
  /** Those that are counted. */
  readonly fields: readonly AnswerField[];
  readonly fieldsLeft: number;
  readonly by: By | undefined;
  readonly timeZone: string;
  readonly answers: readonly AnswerFilter[];
  readonly periods: ReturnType<typeof readPeriods>;
}

/**
 * Reads what a viewer asks of a summary.
 * @param before what was read of the same template for the same viewer
 * @throws AppError `not-found` for a template whose forms they may not list, `invalid-parameter` at the parameter
 */
export async function requireCountable(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  templateId: string,
  query: SummaryQuery & { readonly locale?: Locale | undefined },
  before?: Pick<Countable, 'template' | 'known'>,
): Promise<Countable> {
  const template = before?.template ?? (await requireTemplateOfForms(deps, viewer, templateId));
  const known = before?.known ?? (await knownFields(deps, viewer, template, query.locale));
  const { fields, left } = readFields(query.fields, known);
  const timeZone = await readTimeZone(deps.db.reader, template.accountId);
  return {
    template,
    known,
    fields,
    fieldsLeft: left,
    by: readBy(query.by, known),
    timeZone,
    periods: readPeriods(query, { timeZone, now: deps.clock.now() }),
    answers: await readWhere(deps, viewer, template, query.where, known),
  };
}
