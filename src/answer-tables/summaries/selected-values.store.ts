import { type RawBuilder, sql } from 'kysely';
import type { AnswerField } from '#answer-index/index.ts';
import { entriesOf, haveSeries } from '#answer-queries/index.ts';
import type { Database, Reader } from '#db/database.ts';
import { engineOf, isIn, throughIndex, withinDeadline } from '#db/dialect.ts';
import {
  areConditions,
  type CountedForms,
  countOfStatus,
  DEFAULT_ORDER,
  type FormSelection,
  readCounts,
  type StandingCounts,
  selectedForms,
  visibilityFor,
} from '#form-records/index.ts';
import { sumFormCounts } from '#templates/index.ts';
import type { Scan } from './budget.store.ts';

/** The forms of a template that are counted. */
export interface Counted
  extends Pick<
    FormSelection,
    'accountId' | 'visibility' | 'status' | 'answers' | 'conditions' | 'found'
  > {
  readonly templateId: string;
  /** Whether rejected forms are counted too. */
  readonly withRejected: boolean;
}

/** The forms that are counted ahead, and which of them a summary counts. */
export interface Ahead extends CountedForms, Pick<Counted, 'status' | 'withRejected'> {}

/** Where the values of the counted forms are read. */
export interface Source {
  readonly accountId: string;
  readonly templateId: string;
  /** The ids of the forms; undefined when all forms of the template are counted. */
  readonly forms: RawBuilder<unknown> | undefined;
  /** The ids of the forms, also when all are counted. */
  readonly ids: RawBuilder<unknown>;
  /** All values can be read by their series. */
  readonly isInSeries: boolean;
  /** So few forms that their values are read one by one, rather than all values of the field. */
  readonly isFew: boolean;
  readonly total: number;
  /** The ids of forms whose values are left out; undefined for none. Those in `forms` have none of them. */
  readonly without: RawBuilder<unknown> | undefined;
  /** How many forms that would be counted are left out, because they were rejected. */
  readonly rejectedLeft: number;
  /** The same forms as they are counted ahead; undefined if they are not. */
  readonly ahead: Ahead | undefined;
}

/** Reading one form by its key costs about as much as this many entries of an index. */
const COST_OF_FORM = 8;

/** Returns the source of values, and the number of the forms. @throws AppError `query-too-heavy`, `busy`. */
export async function openSource(db: Database, scan: Scan, counted: Counted): Promise<Source> {
  const { accountId, templateId, status, conditions } = counted;
  const all = await sumFormCounts(db.reader, accountId, [templateId]);
  const ahead = aheadOf(counted);
  const counts = ahead && (await readCounts(db.reader, ahead));
  const rejectedLeft = counts
    ? rejectedOfCounts(counts, counted)
    : await countRejected(db, scan, counted);
  // Mostly there are none, and then nothing has to be compared with them.
  const rejected = rejectedLeft === 0 ? undefined : rejectedOf(db.reader, counted);
  const chosen = ahead ? plainIds(db.reader, ahead) : idsOf(db.reader, counted);
  const ids = rejected
    ? sql`select id from (${chosen}) as chosen where id not in (${rejected})`
    : chosen;
  const place = { accountId, templateId, ids, rejectedLeft, ahead: counts && ahead };
  const isWhole = ahead !== undefined && status === undefined && !areConditions(conditions);
  const countNow = async () => (isWhole ? all - rejectedLeft : await countIds(scan, ids));
  const total = counts ? countOfStatus(counts, status) - rejectedLeft : await countNow();
  const left = all - total - rejectedLeft;
  // All values are read but those of a few forms.
  if (ahead && (isWhole || left * COST_OF_FORM <= all)) {
    const others = isWhole || left === 0 ? undefined : otherIds(db.reader, ahead);
    const without = unionOf([rejected, others]);
    const isInSeries = without === undefined && (await haveSeries(db.reader));
    return { ...place, forms: undefined, isInSeries, isFew: false, total, without };
  }
  const isFew = total * COST_OF_FORM <= all;
  return { ...place, forms: ids, isInSeries: false, isFew, total, without: undefined };
}

function unionOf(
  parts: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<unknown> | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? undefined : sql`${sql.join(given, sql` union all `)}`;
}

/** Returns the forms as they are counted ahead; undefined if rights or other conditions choose among them. */
function aheadOf(counted: Counted): Ahead | undefined {
  const { accountId, templateId, status, withRejected, answers = [], conditions = {} } = counted;
  const { created, ...others } = conditions;
  const isPlain =
    visibilityFor({ ...counted, ...UNFILTERED }) === 'all' &&
    answers.length === 0 &&
    !areConditions(others);
  if (!isPlain) return undefined;
  return { accountId, templateIds: [templateId], created, status, withRejected };
}

const rejectedOfCounts = (
  { rejected }: StandingCounts,
  { withRejected, status }: Counted,
): number => (withRejected || status === 'draft' ? 0 : rejected);

/** Returns the ids of the forms of a status and a time of creation, from an index alone. */
function plainIds(db: Reader, { created = {}, status, ...place }: Ahead): RawBuilder<unknown> {
  const { from, before } = created;
  return sql`${ofTemplate(db, place)}
    ${status === undefined ? sql`` : sql`and f.status = ${status}`}
    ${from === undefined ? sql`` : sql`and f.created_at >= ${from}`}
    ${before === undefined ? sql`` : sql`and f.created_at < ${before}`}`;
}

/** Returns the ids of all others of the template. */
function otherIds(db: Reader, { created = {}, status, ...place }: Ahead): RawBuilder<unknown> {
  const { from, before } = created;
  const isOther = [
    ...(status === undefined ? [] : [sql`f.status <> ${status}`]),
    ...(from === undefined ? [] : [sql`f.created_at < ${from}`]),
    ...(before === undefined ? [] : [sql`f.created_at >= ${before}`]),
  ];
  return sql`${ofTemplate(db, place)} and (${sql.join(isOther, sql` or `)})`;
}

const ofTemplate = (
  db: Reader,
  { accountId, templateIds = [] }: Pick<Ahead, 'accountId' | 'templateIds'>,
) => sql`select f.id as id from ${throughIndex(db, 'forms', 'f', 'forms_of_template_by_creation')}
  where f.account_id = ${accountId} and ${isIn(db, sql.ref('f.template_id'), templateIds)} and f.deleted_at is null
    and ${withinDeadline(db, sql.ref('f.id'))}`;

async function countIds(scan: Scan, ids: RawBuilder<unknown>): Promise<number> {
  const [row] = await scan<{ total: number | string }>(
    sql`select count(*) as total from (${ids}) as counted`,
  );
  return Number(row?.total ?? 0);
}

const REJECTED = { review: 'rejected' } as const;

/** Counts the rejected forms among those that are chosen. An index has all that were rejected. */
async function countRejected(db: Database, scan: Scan, counted: Counted): Promise<number> {
  const { withRejected, status, conditions } = counted;
  if (withRejected || status === 'draft') return 0;
  return countIds(
    scan,
    idsOf(db.reader, { ...counted, conditions: { ...conditions, ...REJECTED } }),
  );
}

/** Returns the ids of all rejected forms of the template. */
const rejectedOf = (db: Reader, { accountId, templateId }: Counted): RawBuilder<unknown> =>
  idsOf(db, { accountId, templateId, visibility: 'all', status: undefined, conditions: REJECTED });

const UNFILTERED = { namePrefix: undefined, filter: undefined, order: DEFAULT_ORDER } as const;

function idsOf(db: Reader, counted: Omit<Counted, 'withRejected'>): RawBuilder<unknown> {
  const parts = selectedForms(db, { ...counted, ...UNFILTERED }).map((part) =>
    part.where((eb) => withinDeadline(db, eb.ref('forms.id'))).select('forms.id as id'),
  );
  const selects = parts.map((part) => sql`select id from ${part} as part`);
  return sql`${sql.join(selects, sql` union all `)}`;
}

/**
 * Returns `from … where …` over the values of a field in the counted forms, as `v`.
 * @param column the values that have text, or those that have a number
 * @param beside a table that is read with them, such as the ranges in which they are counted
 */
export function valuesIn(
  db: Reader,
  source: Source,
  field: string,
  column: 'text' | 'number',
  beside?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { accountId, templateId, forms, isFew, without } = source;
  const value = sql.ref(`v.${column}`);
  const ofField = sql`v.account_id = ${accountId} and v.field = ${field} and ${value} is not null
    and ${withinDeadline(db, sql.ref('v.form_id'))}`;
  // `cross join` makes SQLite keep this order.
  if (forms && isFew) {
    const others = beside ? sql`cross join ${beside}` : sql``;
    return sql`from (${forms}) as chosen cross join answer_values as v ${others}
      where v.form_id = chosen.id and ${ofField}`;
  }
  const others = beside ? sql`${beside} cross join` : sql``;
  const among = forms ? sql`and v.form_id in (${forms})` : sql``;
  const apart = without ? sql`and v.form_id not in (${without})` : sql``;
  const table = throughIndex(db, 'answer_values', 'v', `answer_values_by_${column}`);
  return sql`from ${others} ${table} where v.template_id = ${templateId} and ${ofField} ${among} ${apart}`;
}

/**
 * Like {@link valuesIn}, where nothing but the value is read: `v.text` or `v.number`, and of a field that may hold several
 * also `v.in_answer`.
 */
export function bareValuesIn(
  db: Reader,
  source: Source,
  field: CountedField,
  column: 'text' | 'number',
  beside?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { isInSeries, total: forms } = source;
  return isInSeries && !field.holdsSeveral
    ? entriesOf(db, { ...source, field, forms }, column, beside)
    : valuesIn(db, source, field.id, column, beside);
}

/** The field whose values are counted. */
export type CountedField = Pick<AnswerField, 'id' | 'table' | 'holdsSeveral'>;

/** Returns pairs of numbers as a table with `at`, `low` and `below`, named `name`. */
export function rangeRows(
  db: Reader,
  ranges: readonly { readonly from: number; readonly below: number }[],
  name: string,
): RawBuilder<unknown> {
  const json = JSON.stringify(ranges.map(({ from, below }, at) => [at, from, below]));
  return engineOf(db) === 'postgres'
    ? sql`(select (value ->> 0)::integer as at, (value ->> 1)::double precision as low,
        (value ->> 2)::double precision as below from jsonb_array_elements(${json}::jsonb)) as ${sql.ref(name)}`
    : sql`(select value ->> 0 as at, value ->> 1 as low, value ->> 2 as below from json_each(${json})) as ${sql.ref(name)}`;
}

/** Returns texts as a table with `at` and `text`, named `name`. */
export function textRows(db: Reader, texts: readonly string[], name: string): RawBuilder<unknown> {
  const json = JSON.stringify(texts);
  return engineOf(db) === 'postgres'
    ? sql`(select (ordinality - 1)::integer as at, value collate "C" as text
        from jsonb_array_elements_text(${json}::jsonb) with ordinality) as ${sql.ref(name)}`
    : sql`(select key as at, value as text from json_each(${json})) as ${sql.ref(name)}`;
}

/** Returns pairs of texts as a table `given` with `first` and `second`. */
export function recordsOf(
  db: Reader,
  pairs: readonly (readonly [string, string])[],
): RawBuilder<unknown> {
  const json = JSON.stringify(pairs);
  return engineOf(db) === 'postgres'
    ? sql`(select (value ->> 0) collate "C" as first, (value ->> 1) collate "C" as second
        from jsonb_array_elements(${json}::jsonb)) as given`
    : sql`(select value ->> 0 as first, value ->> 1 as second from json_each(${json})) as given`;
}
