import { type RawBuilder, sql } from 'kysely';
import { seriesOf } from '../../src/answer-index/series.ts';
import { VALUES_VERSION } from '../../src/answer-queries/fill-values.ts';
import { addToCounter } from '../../src/db/counters.ts';
import type { Tx } from '../../src/db/database.ts';
import { engineOf } from '../../src/db/dialect.ts';
import { saveFillState } from '../../src/search/fill.store.ts';
import { INDEX_VERSION } from '../../src/search/fill-search.ts';
import { findVersion } from '../../src/templates/template.store.ts';
import { publishTemplate, withStorage } from './forms.ts';
import type { Deployment } from './formstead.ts';

const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', searchable: true },
    { type: 'text', name: 'count', inputType: 'number' },
    { type: 'dropdown', name: 'state', choices: ['good', 'worn', 'bad'] },
    { type: 'text', name: 'day', inputType: 'date' },
    { type: 'rating', name: 'mark' },
    { type: 'boolean', name: 'safe' },
    { type: 'location', name: 'place' },
  ],
} as const;

type Sql = RawBuilder<unknown>;
const DAY_MS = 86_400_000;

/** The value that the answer of each field has, by the number of the form: as text or as a number. */
const VALUES: readonly (readonly [field: string, inAnswer: number, text: Sql, number: Sql])[] = [
  ['site', 0, sql`'dam ' || (i % 1000)`, sql`null`],
  ['count', 0, sql`null`, sql`i % 500`],
  ['state', 0, sql`case i % 3 when 0 then 'good' when 1 then 'worn' else 'bad' end`, sql`null`],
  [
    'day',
    0,
    sql`null`,
    sql`cast(1700006400000 as bigint) + (i % 700) * cast(${sql.lit(DAY_MS)} as bigint)`,
  ],
  ['mark', 0, sql`null`, sql`1 + i % 5`],
  ['safe', 0, sql`case i % 4 when 0 then 'false' else 'true' end`, sql`null`],
  ['place', 0, sql`null`, sql`47.0 + (i % 997) / 1000.0`],
  ['place', 1, sql`null`, sql`8.0 + (i % 991) / 1000.0`],
];

/**
 * The answers of a form as JSON. They are those of {@link VALUES}, but for the day: the engines write dates differently,
 * and no question asks for more than its value.
 */
const ANSWERS = sql`'{"site":"Dam ' || (i % 1000) || '","count":' || (i % 500)
  || ',"state":"' || (case i % 3 when 0 then 'good' when 1 then 'worn' else 'bad' end)
  || '","mark":' || (1 + i % 5) || ',"safe":' || (case i % 4 when 0 then 'false' else 'true' end) || '}'`;

export interface AnsweredForms {
  readonly templateId: string;
  /** The ids of the fields by name. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Creates `count` forms of one template, with the values of their answers and the words by which they are found, as the
 * service would store them.
 */
export async function loadAnsweredForms(
  deployment: Deployment,
  count: number,
): Promise<AnsweredForms> {
  const templateId = await publishTemplate(deployment, DEFINITION);
  return withStorage(deployment, async (db) => {
    const forms = await db.transaction(async (tx) => {
      const { accountId } = deployment;
      const { version } = await tx
        .selectFrom('template_versions')
        .select('id as version')
        .where('template_id', '=', templateId)
        .executeTakeFirstOrThrow();
      const found = await findVersion(tx, accountId, version);
      const fields = new Map(found?.fields.map(({ name, id }) => [name, id]));
      await insertForms(tx, deployment, { templateId, version, count });
      for (const [field, inAnswer, text, number] of VALUES) {
        await sql`insert into answer_values
            (account_id, form_id, template_id, field, in_row, in_answer, text, number, series)
          select cast(${accountId} as text), ${idOf(tx)}, cast(${templateId} as text),
            cast(${fields.get(field)} as text), 0, ${sql.lit(inAnswer)}, ${text}, ${number},
            cast(${seriesOf({ accountId, templateId }, fields.get(field) ?? '')} as text)
          from (${numbers(tx, count)}) numbers`.execute(tx);
      }
      for (const word of [sql`'inspection'`, sql`'dam'`, sql`'' || (i % 1000)`, sql`'#' || i`]) {
        await sql`insert into search_words (account_id, kind, word, id)
          select cast(${accountId} as text), 'form', ${word}, ${idOf(tx)}
          from (${numbers(tx, count)}) numbers`.execute(tx);
      }
      await sql`insert into search_texts (account_id, kind, id, words)
        select cast(${accountId} as text), 'form', ${idOf(tx)},
          ' #' || i || ' ' || (i % 1000) || ' dam inspection '
        from (${numbers(tx, count)}) numbers`.execute(tx);
      await addToCounter(tx, accountId, 'forms', accountId, count);
      await rest(tx);
      if (engineOf(tx) === 'sqlite') await sql`analyze`.execute(tx);
      return { templateId, fields };
    });
    // A service in use has these statistics after a while, and on PostgreSQL pages that are known to be old enough for
    // everybody, whose rows are read from the index alone.
    if (engineOf(db.reader) === 'postgres') await sql`vacuum (analyze)`.execute(db.reader);
    return forms;
  });
}

/** Tells the jobs that fill in what older versions did not write that they are done, as in a service in use. */
async function rest(tx: Tx): Promise<void> {
  const after = { accountId: '', id: '' };
  const done = { passes: 2, finishedAt: 0, source: 0, after };
  await saveFillState(tx, 'fill-answer-values', { ...done, version: VALUES_VERSION });
  await saveFillState(tx, 'fill-search', { ...done, version: INDEX_VERSION });
}

async function insertForms(
  tx: Tx,
  { accountId, userId }: Deployment,
  { templateId, version, count }: { templateId: string; version: string; count: number },
): Promise<void> {
  const at = sql`cast(1700000000000 as bigint) + i`;
  await sql`insert into forms (account_id, id, number, name, name_key, template_id, template_version_id, status,
      status_changed_at, assignee_type, assignee_id, created_by, created_at, updated_at, revision, answers)
    select cast(${accountId} as text), ${idOf(tx)}, i, 'Inspection ' || i, 'inspection ' || i,
      cast(${templateId} as text), cast(${version} as text),
      case when i % 2 = 0 then 'complete' else 'draft' end, ${at}, 'User', cast(${userId} as text),
      cast(${userId} as text), ${at}, ${at}, 1, ${ANSWERS}
    from (${numbers(tx, count)}) numbers`.execute(tx);
  await tx
    .updateTable('templates')
    .set({ form_count: count })
    .where('id', '=', templateId)
    .execute();
}

const numbers = (tx: Tx, count: number): Sql =>
  engineOf(tx) === 'postgres'
    ? sql`select generate_series(1, ${count}::integer) as i`
    : sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n`;

const idOf = (tx: Tx): Sql =>
  engineOf(tx) === 'postgres'
    ? sql`'00000000-0000-7000-8000-' || lpad(i::text, 12, '0')`
    : sql`'00000000-0000-7000-8000-' || printf('%012d', i)`;
