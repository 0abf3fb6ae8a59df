import { type RawBuilder, sql } from 'kysely';
import type { AnswerField, NumberSpan } from '#answer-index/index.ts';
import type { Database, Reader } from '#db/database.ts';
import { isIn, throughIndex, withinDeadline } from '#db/dialect.ts';
import {
  countForms,
  DEFAULT_ORDER,
  isWhole,
  selectedForms,
  visibilityFor,
} from '#form-records/index.ts';
import { entriesOf } from './entries.store.ts';
import { haveSeries } from './fill-values.ts';
import type { TemplateSelection } from './sorted-forms.store.ts';

/** The answers to a field in a selection of forms. */
export interface FieldTotal {
  readonly field: string;
  /** The number of forms that answered it. */
  readonly answered: number;
  /** The number of numbers among the answers, and their sum; of a table, of its rows. */
  readonly numbers: number;
  readonly sum: number;
  /** Undefined without numbers. */
  readonly span: NumberSpan | undefined;
}

/** The field whose answers are added up. */
export type SummedField = Pick<AnswerField, 'id' | 'table' | 'holdsSeveral'>;

export interface AnswerTotals {
  readonly count: number;
  readonly fields: readonly FieldTotal[];
}

interface Row {
  readonly field: string;
  readonly answered: number | string;
  readonly numbers: number | string | null;
  readonly sum: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How many of the numbers are not whole. */
  readonly fractions: number | string | null;
}

/**
 * Returns the number of selected forms, and the totals of the answers to these fields.
 * @throws AppError `query-too-slow`
 */
export async function sumAnswers(
  db: Database,
  selection: TemplateSelection,
  fields: readonly SummedField[],
): Promise<AnswerTotals> {
  const ids = fields.map(({ id }) => id);
  const count = await countForms(db, { ...selection, order: DEFAULT_ORDER });
  const whole = visibilityFor(selection) === 'all';
  const rows =
    whole && isWhole({ ...selection, templateId: undefined })
      ? await ofAllForms(db, selection, fields, count)
      : await scan(db, ofSelected(db.reader, selection, ids));
  const found = new Map(rows.map((row) => [row.field, row]));
  return { count, fields: ids.map((id) => toTotal(id, found.get(id))) };
}

const toTotal = (field: string, row: Row | undefined): FieldTotal => ({
  field,
  answered: Number(row?.answered ?? 0),
  numbers: Number(row?.numbers ?? 0),
  sum: row?.sum ?? 0,
  span: spanOf(row),
});

function spanOf(row: Row | undefined): NumberSpan | undefined {
  if (!row || row.low === null || row.high === null) return undefined;
  return { min: row.low, max: row.high, isWhole: Number(row.fractions ?? 0) === 0 };
}

const scan = (db: Database, rows: RawBuilder<Row>): Promise<readonly Row[]> =>
  db.scan(db.reader.selectFrom(sql<Row>`(${rows})`.as('totals')).selectAll());

/** Larger numbers are not added up: PostgreSQL refuses a sum that is too large. */
const LARGEST = 1e300;

function added(number: RawBuilder<unknown>): RawBuilder<unknown> {
  const small = sql`case when abs(${number}) <= ${LARGEST} then ${number} end`;
  return sql`count(${small}) as numbers, sum(${small}) as sum,
    min(${small}) as low, max(${small}) as high, sum(case when ${small} <> round(${small}) then 1 else 0 end) as fractions`;
}

/**
 * Reads the values of each field from an index, without the forms: deleted ones have no values. Equal values come one
 * after the other there, and are added up as one times their number.
 */
async function ofAllForms(
  db: Database,
  template: TemplateSelection,
  fields: readonly SummedField[],
  forms: number,
): Promise<readonly Row[]> {
  const isInSeries = await haveSeries(db.reader);
  const all: Row[] = [];
  for (const field of fields) {
    const hasOne = !field.holdsSeveral && field.table === undefined;
    const [numbers, texts] = (['number', 'text'] as const).map((value) =>
      isInSeries && hasOne
        ? entriesOf(db.reader, { ...template, field, forms }, value)
        : placedValues(db.reader, template, field, value),
    );
    const small = sql`abs(number) <= ${LARGEST}`;
    const [row] = await scan(
      db,
      sql`select ${field.id} as field, coalesce(sum(n), 0) + (select count(*) ${texts}) as answered,
        sum(case when ${small} then n end) as numbers, sum(case when ${small} then number * n end) as sum,
        min(case when ${small} then number end) as low, max(case when ${small} then number end) as high,
        sum(case when ${small} and number <> round(number) then 1 else 0 end) as fractions
        from (select v.number as number, count(*) as n ${numbers} group by v.number) as numbers`,
    );
    if (row) all.push(row);
  }
  return all;
}

/** Returns `from … where …` over the first value of each answer to a field, as `v`. */
function placedValues(
  db: Reader,
  { accountId, templateId }: TemplateSelection,
  { id, table, holdsSeveral }: SummedField,
  value: 'text' | 'number',
): RawBuilder<unknown> {
  // Reading the place of a value costs as much as the rest of it.
  const first =
    holdsSeveral || table !== undefined ? sql`and v.in_row = 0 and v.in_answer = 0` : sql``;
  return sql`from ${throughIndex(db, 'answer_values', 'v', `answer_values_by_${value}`)}
    where v.account_id = ${accountId} and v.template_id = ${templateId} and v.field = ${id}
    and ${sql.ref(`v.${value}`)} is not null ${first} and ${withinDeadline(db, sql.ref('v.form_id'))}`;
}

function ofSelected(
  db: Reader,
  selection: TemplateSelection,
  fields: readonly string[],
): RawBuilder<Row> {
  const forms = selectedForms(db, { ...selection, order: DEFAULT_ORDER })
    .map((part) => part.where((eb) => withinDeadline(db, eb.ref('forms.id'))).select('forms.id'))
    .reduce((union, part) => union.unionAll(part));
  return sql`select given.field, count(*) as answered, ${added(sql.ref('given.number'))}
    from ${forms} as seen cross join answer_values as given
    where given.account_id = ${selection.accountId} and given.form_id = seen.id
    and ${isIn(db, sql.ref('given.field'), fields)} and given.in_row = 0 and given.in_answer = 0
    group by given.field`;
}
