import type { AnswerField } from '#answer-index/index.ts';
import {
  askedAnswers,
  fittingForms,
  listSorted,
  parseAnswerOrder,
  positionIn,
  printAnswerOrder,
  printPosition,
  readPosition,
  type SortedRow,
  sumAnswers,
  type TemplateSelection,
  termsOfFilter,
} from '#answer-queries/index.ts';
import { formsOfPage, type TableForm } from '#answer-tables/table/table-rows.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { peopleOfForm } from '#form-basics/index.ts';
import { countUpTo, reviewOf } from '#form-records/index.ts';
import { type Corrections, correctionsOf } from '#forms/index.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { badParameter } from '#http/v2/parameters.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { type AnswerRow, AnswerRowList, ROWS_QUERY } from './answers.shapes.ts';
import { timesOf } from './form-times.ts';

/** The most forms that one request reads. The table may be hidden in all of them, so that no number of rows ends it. */
const MOST_FORMS = 200;

interface RowsDeps extends FormsDeps {
  readonly engine: Pick<FormEngines, 'of'>;
}

/** GET /app/v1/templates/:id/answers/rows: returns the rows of a table inside of the forms of a template. */
export const listAppAnswerRows = (deps: RowsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/answers/rows',
    query: ROWS_QUERY,
    doc: {
      summary: 'List the rows of a table inside of forms for the web app',
      tag: 'Templates',
      description:
        'All rows of the forms that GET /app/v1/templates/{id}/answers lists with the same filter and order. A page ends with a form, at the latest after 200 forms or 4,000,000 characters of answers. It may have few rows or none and still a `next`: the table may be hidden in these forms.',
      responses: {
        200: { description: 'A page of rows.', schema: AnswerRowList },
        400: {
          description:
            'A parameter is not valid (`at` names it), or finding or sorting the forms took too long (`query-too-slow`).',
        },
        404: 'no template whose forms are seen',
      },
    },
    async handle({ principal, params, query: given }) {
      const { db, seal } = deps;
      const { accountId, userId } = principal;
      const { limit = DEFAULT_LIMIT } = given;
      const asked = await askedAnswers(deps, principal, params.id, given, given.locale);
      const { template, fields, selection } = asked;
      const table = chosenTable(fields, given.table);
      if (table === undefined) return { status: 200, body: NO_ROWS };
      const sorting = parseAnswerOrder(given.sort, fields);
      const sort = printAnswerOrder(sorting);
      const terms = [userId, template.id, sort, table, ...termsOfFilter(given)];
      const context = { list: 'answer rows', accountId, terms };
      const [position] = openCursor(seal, context, given.cursor) ?? [];
      const { order, after } = readPosition(sorting, position);
      const answered: TemplateSelection = {
        ...selection,
        answers: [...(selection.answers ?? []), { field: table, test: { is: 'answered' } }],
      };
      const size = await countUpTo(db, answered);
      const found = await listSorted(db, answered, order, after, MOST_FORMS + 1, size);
      const fitting = await fittingForms(db.reader, accountId, found.slice(0, MOST_FORMS));
      const page = found.slice(0, fitting);
      const forms = formsOfPage(deps, accountId, page, { locale: given.locale, hasPeople: true });
      const corrects = await correctionsOf(db.reader, deps.directory, principal, template.id);
      const rowsFor = (form: TableForm) => rowsOf(form, table, corrects);
      const { items, stoppedAt } = await rowsIn(forms, rowsFor, limit);
      const hasMore = stoppedAt !== undefined || found.length > fitting;
      // Forms that were purged since the page was read have no rows, but the next page starts after them.
      const last = stoppedAt ?? page.at(-1);
      const body = {
        ...(after === undefined && { total: await countRows(deps, answered, table) }),
        items,
        ...(hasMore &&
          last && {
            next: sealCursor(seal, context, [printPosition(order, positionIn(order, last))]),
          }),
      };
      return { status: 200, body: body satisfies AnswerRowList };
    },
  });

/**
 * Reads the rows of a table, form by form, until there are at least `limit` of them.
 * @returns `stoppedAt`: the last form that was read, if others follow; undefined when all forms were read
 */
async function rowsIn(
  forms: AsyncIterable<TableForm>,
  rowsFor: (form: TableForm) => readonly AnswerRow[],
  limit: number,
): Promise<{
  readonly items: AnswerRow[];
  readonly stoppedAt: SortedRow | undefined;
}> {
  const items: AnswerRow[] = [];
  let last: SortedRow | undefined;
  for await (const form of forms) {
    if (items.length >= limit) return { items, stoppedAt: last };
    items.push(...rowsFor(form));
    last = form.row;
  }
  return { items, stoppedAt: undefined };
}

const NO_ROWS: AnswerRowList = { total: 0, items: [] };

/**
 * Returns the id of the named table, or of the first one; undefined when none was named and the template has none.
 * @throws AppError `invalid-parameter` at `table`
 */
function chosenTable(
  fields: ReadonlyMap<string, AnswerField>,
  given: string | undefined,
): string | undefined {
  const tables = [...fields.values()].filter(({ kind }) => kind === 'rows');
  if (given === undefined) return tables[0]?.id;
  if (tables.some(({ id }) => id === given)) return given;
  throw badParameter('table', 'this must be the id of a field that is a table.', {
    reason: 'unknown-field',
    value: given,
  });
}

/** Counts the rows of a table in the selected forms: the value of a table is the number of its rows. */
async function countRows(
  { db }: Pick<FormsDeps, 'db'>,
  selection: TemplateSelection,
  table: string,
): Promise<number> {
  const field = { id: table, table: undefined, holdsSeveral: false };
  const { fields } = await sumAnswers(db, selection, [field]);
  return fields[0]?.sum ?? 0;
}

function rowsOf(
  { row, number, createdBy, names, answers }: TableForm,
  table: string,
  corrects: Corrections,
): readonly AnswerRow[] {
  const { id, name, status, assignee_id: assigneeId } = row;
  const mayCorrect = corrects({ status, createdBy, assigneeId });
  const review = reviewOf(row);
  const form = {
    ...{ id, name, number, status, ...timesOf(row), mayCorrect },
    ...peopleOfForm(names, createdBy, assigneeId),
    ...(review && { review: review.state }),
  };
  return (answers.get(table)?.rows ?? []).map((cells, at) => ({
    ...form,
    row: at + 1,
    cells: Object.fromEntries(
      cells.flatMap((cell) =>
        cell.state === 'answered'
          ? [[`${table}.${cell.name}`, cell.rows ? String(cell.rows.length) : cell.displayValue]]
          : [],
      ),
    ),
  }));
}
