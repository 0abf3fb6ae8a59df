import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { later } from '#db/flush.ts';
import { precompile } from '#db/precompile.ts';
import type { AnswerValue } from './answer-values.ts';
import { seriesOf } from './series.ts';

export interface FormKey {
  readonly accountId: string;
  readonly id: string;
}

export interface StoredValue extends AnswerValue {
  /** Null in rows of a version without it. */
  readonly series: string | null;
}

const readValues = precompile<StoredValue, FormKey>((db, { accountId, id }) =>
  db
    .selectFrom('answer_values')
    .select(['field', 'in_row as inRow', 'in_answer as inAnswer', 'text', 'number', 'series'])
    .where('account_id', '=', accountId)
    .where('form_id', '=', id),
);

/** Returns the stored values of a form, in no order. */
export const listValues = (db: Reader, form: FormKey): Promise<readonly StoredValue[]> =>
  readValues(db, form);

export async function insertValues(
  tx: Tx,
  form: FormKey & { readonly templateId: string },
  values: readonly AnswerValue[],
): Promise<void> {
  const { accountId, id, templateId } = form;
  const fields = [...new Set(values.map(({ field }) => field))];
  const series = new Map(fields.map((field) => [field, seriesOf(form, field)]));
  // One parameter for all rows: a table may have thousands.
  const insert = sql`insert into answer_values
    (account_id, form_id, template_id, field, in_row, in_answer, text, number, series)
    select ${accountId}, ${id}, ${templateId}, field, in_row, in_answer, text, number, series
    from ${rowsOf(tx, values, series)}`;
  await later(tx, insert);
}

/** Removes the values at these places. */
export async function deleteValues(
  tx: Tx,
  { accountId, id }: FormKey,
  values: readonly AnswerValue[],
): Promise<void> {
  await sql`delete from answer_values where account_id = ${accountId} and form_id = ${id}
    and (field, in_row, in_answer) in (select field, in_row, in_answer from ${rowsOf(tx, values)})`.execute(
    tx,
  );
}

export async function deleteAllValues(tx: Tx, { accountId, id }: FormKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('answer_values')
    .where('account_id', '=', accountId)
    .where('form_id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Returns at most `limit` forms that have values and no longer exist. */
export const findOrphans = (db: Reader, limit: number): Promise<readonly FormKey[]> =>
  db
    .selectFrom('answer_values')
    .select(['account_id as accountId', 'form_id as id'])
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('forms')
            .select('forms.id')
            .whereRef('forms.account_id', '=', 'answer_values.account_id')
            .whereRef('forms.id', '=', 'answer_values.form_id'),
        ),
      ),
    )
    .orderBy('account_id')
    .orderBy('form_id')
    .limit(limit)
    .execute();

/** Values as a table `given` for `from`. @param series by field */
function rowsOf(
  tx: Tx,
  values: readonly AnswerValue[],
  series: ReadonlyMap<string, string> = new Map(),
) {
  const json = JSON.stringify(
    values.map((it) => [
      ...[it.field, it.inRow, it.inAnswer, it.text, it.number],
      series.get(it.field) ?? null,
    ]),
  );
  if (engineOf(tx) === 'sqlite') {
    return sql`(select value ->> 0 as field, value ->> 1 as in_row, value ->> 2 as in_answer,
      value ->> 3 as text, value ->> 4 as number, value ->> 5 as series from json_each(${json})) as given`;
  }
  return sql`(select value ->> 0 as field, (value ->> 1)::integer as in_row, (value ->> 2)::integer as in_answer,
    value ->> 3 as text, (value ->> 4)::double precision as number, value ->> 5 as series
    from jsonb_array_elements(${json}::jsonb)) as given`;
}
