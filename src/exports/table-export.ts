import {
  type AnswerOrder,
  type AskedAnswers,
  askedAnswers,
  parseAnswerOrder,
  type SortedRow,
} from '#answer-queries/index.ts';
import {
  areOfPeople,
  type TableColumn,
  type TableForm,
  tableColumns,
  tableForms,
} from '#answer-tables/index.ts';
import type { FormFilter } from '#form-records/index.ts';
import type { ExportContext } from './context.ts';
import { faultIn, NOT_WHOLE } from './list-export-forms.ts';

/** What an export of a table contains, read with the rights that its owner has now. */
export interface TableExport {
  readonly asked: AskedAnswers;
  readonly order: AnswerOrder;
  readonly columns: readonly TableColumn[];
}

/** @throws AppError `not-found`, `invalid-parameter` when the template lost a field that the table was sorted by */
export async function openTable(context: ExportContext, templateId: string): Promise<TableExport> {
  const { work, job, owner } = context;
  const { from, to, sort, columns, locale, choices } = job.options;
  // Titles and choices of the newest version are in the language of the export, as the answers are.
  const asked = await askedAnswers(work, owner, templateId, job.options, locale);
  return {
    asked: { ...asked, selection: { ...asked.selection, filter: periodOf(from, to) } },
    order: parseAnswerOrder(sort, asked.fields),
    columns: tableColumns(asked.fields, columns, locale, choices),
  };
}

function periodOf(from: number | undefined, to: number | undefined): FormFilter | undefined {
  const compare = (operator: 'ge' | 'lt', ms: number): FormFilter => ({
    kind: 'compare',
    field: 'lastUpdateDate',
    operator,
    value: { ms, ticks: 0 },
  });
  const filters = [
    ...(from === undefined ? [] : [compare('ge', from)]),
    ...(to === undefined ? [] : [compare('lt', to)]),
  ];
  return filters.length > 1 ? { kind: 'and', filters } : filters[0];
}

/** Yields the forms of a table and reports its progress; one that can't be read is reported and left out. */
export async function* exportedForms(
  context: ExportContext,
  { asked, order, columns }: TableExport,
  total: number,
): AsyncIterable<TableForm> {
  const { work, job, signal } = context;
  let done = 0;
  const miss = ({ id, name }: SortedRow, error: unknown) =>
    context.miss({ formId: id, form: name, ...faultIn(error) });
  const reading = { locale: job.options.locale, hasPeople: areOfPeople(columns), miss };
  for await (const form of tableForms(work, asked.selection, order, reading)) {
    signal.throwIfAborted();
    if (!form.isWhole) context.miss({ formId: form.row.id, form: form.row.name, ...NOT_WHOLE });
    yield form;
    context.wrote();
    done += 1;
    context.reached((100 * done) / Math.max(done, total));
  }
}
