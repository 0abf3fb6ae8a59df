import { type RawBuilder, sql } from 'kysely';
import { type AnswerField, seriesOf } from '#answer-index/index.ts';
import type { Reader } from '#db/database.ts';
import { throughIndex, withinDeadline } from '#db/dialect.ts';

export interface Entries {
  readonly accountId: string;
  readonly templateId: string;
  readonly field: Pick<AnswerField, 'id' | 'table'>;
  /** The forms of the template. */
  readonly forms: number;
}

/** SQLite reads so many entries within half a second. To look at the clock would double that. */
const MOST_UNCHECKED = 2_000_000;

/**
 * Returns `from … where …` over the values of a field in all forms of a template, as `v`, read from an index that has
 * nothing but the values: they are all that may be read. Every row must have its series.
 * @param beside a table that is read with them
 */
export function entriesOf(
  db: Reader,
  { accountId, templateId, field, forms }: Entries,
  column: 'text' | 'number',
  beside?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const table = throughIndex(db, 'answer_values', 'v', `answer_values_by_series_${column}`);
  const isShort = field.table === undefined && forms <= MOST_UNCHECKED;
  const inTime = isShort ? sql`` : sql`and ${withinDeadline(db, sql.ref('v.form_id'))}`;
  const others = beside ? sql`${beside} cross join` : sql``;
  return sql`from ${others} ${table} where v.series = ${seriesOf({ accountId, templateId }, field.id)}
    and ${sql.ref(`v.${column}`)} is not null ${inTime}`;
}
