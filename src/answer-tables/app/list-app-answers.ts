import { type AnswerField, allChoices, hasGroups, isSortable } from '#answer-index/index.ts';
import {
  askedAnswers,
  type Cells,
  fittingForms,
  listSorted,
  parseAnswerOrder,
  positionIn,
  printAnswerOrder,
  printPosition,
  readCells,
  readPosition,
  termsOfFilter,
} from '#answer-queries/index.ts';
import { type FormsDeps, peopleOfForm, readNames } from '#form-basics/index.ts';
import { countUpTo, type FormListRow, reviewOf } from '#form-records/index.ts';
import { type Corrections, correctionsOf } from '#forms/index.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { textOf } from '#kernel/json.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { ANSWERS_QUERY, AnswerList, type AnswerRow } from './answers.shapes.ts';
import { timesOf } from './form-times.ts';

interface AnswersDeps extends FormsDeps {
  readonly engine: Pick<FormEngines, 'of'>;
}

/** GET /app/v1/templates/:id/answers: returns the forms of a template that the user may see, with their answers. */
export const listAppAnswers = (deps: AnswersDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/answers',
    query: ANSWERS_QUERY,
    doc: {
      summary: 'List the answers of a template for the web app',
      tag: 'Templates',
      description: 'One row for each form, and the fields of all versions.',
      responses: {
        200: { description: 'A page of forms with their answers.', schema: AnswerList },
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
      const sorting = parseAnswerOrder(given.sort, fields);
      const sort = printAnswerOrder(sorting);
      const terms = [userId, template.id, sort, ...termsOfFilter(given)];
      const context = { list: 'answers', accountId, terms };
      const [position] = openCursor(seal, context, given.cursor) ?? [];
      const { order, after } = readPosition(sorting, position);
      const total = await countUpTo(db, selection);
      const rows = await listSorted(db, selection, order, after, limit + 1, total);
      const fitting = await fittingForms(db.reader, accountId, rows.slice(0, limit));
      const shown = given.fields === undefined ? undefined : new Set(given.fields.split(','));
      const reading = { shown, locale: given.locale };
      const cells = await readCells(deps, accountId, rows.slice(0, fitting), reading);
      const people = [...cells.values()].map(({ createdBy }) => createdBy);
      people.push(...rows.map((row) => row.assignee_id));
      const names = await readNames(db.reader, accountId, people);
      const corrects = await correctionsOf(db.reader, deps.directory, principal, template.id);
      const body = {
        template: { id: template.id, name: template.name },
        fields: [...fields.values()].map((field) => toField(field, fields)),
        total: total.count,
        isTotalExact: total.isExact,
        ...toPage(seal, context, rows, fitting, {
          positionOf: (row) => [printPosition(order, positionIn(order, row))],
          toItem: (row) => toItem(row, cells.get(row.id), corrects, names),
        }),
      };
      return { status: 200, body: body satisfies AnswerList };
    },
  });

function toItem(
  row: FormListRow,
  // Missing for a form that was purged since the page was read.
  { number, createdBy, cells }: Cells = { number: 0, createdBy: '', cells: {} },
  corrects: Corrections,
  names: ReadonlyMap<string, string>,
): AnswerRow {
  const { id, name, status, assignee_id: assigneeId } = row;
  const review = reviewOf(row);
  return {
    id,
    name,
    status,
    ...timesOf(row),
    ...peopleOfForm(names, createdBy, assigneeId),
    ...(review && { review: review.state }),
    number,
    mayCorrect: corrects({ status, createdBy, assigneeId }),
    cells,
  };
}

function toField(
  field: AnswerField,
  fields: ReadonlyMap<string, AnswerField>,
): AnswerList['fields'][number] {
  const { id, title, kind, shape, table, isRetired, hasSeveralUnits, units } = field;
  const around = table === undefined ? undefined : fields.get(table)?.title;
  return {
    id,
    title,
    kind,
    holds: shape,
    choices: allChoices(field).map(({ value, text }) => ({ value: textOf(value), text })),
    ...(around !== undefined && { table: around }),
    isRetired,
    isSortable: isSortable(field),
    hasGroups: hasGroups(field),
    ...(hasSeveralUnits && { units: units.map(({ unit = '' }) => unit) }),
    formerTitles: [...field.formerTitles],
  };
}
