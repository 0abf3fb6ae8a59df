import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { jsonText, jsonTextInList, throughIndex, withinDeadline } from '#db/dialect.ts';
import type { Counting } from './counts.store.ts';
import { recordsOf, type Source } from './selected-values.store.ts';

/** Where the answers to a field are in the answers of a form. */
export interface Place {
  readonly field: string;
  readonly name: string;
  /** The name of the table that has this column. */
  readonly table: string | undefined;
}

/** A stored value, and the beginning of the answer that it was made from. */
export interface Sample {
  readonly formId: string;
  readonly text: string;
  readonly answer: string | null;
}

/** How many of the latest forms are searched for texts: a field that is hardly ever answered would be looked for in all forms. */
const LATEST_FORMS = 1000;
const MOST_LATEST = 5;
/** Characters of an answer that are read. */
const MOST_CHARACTERS = 2000;

/** Returns the last texts of a field, of the forms changed last. */
export async function latestTexts(
  { db, scan }: Counting,
  { accountId, templateId, forms, isFew }: Source,
  place: Place,
): Promise<readonly Sample[]> {
  const table = throughIndex(db, 'forms', 'f', 'forms_by_template_id_updated_at_id');
  const from =
    forms && isFew
      ? sql`(${forms}) as chosen cross join forms as f where f.id = chosen.id and`
      : sql`${table} where ${forms ? sql`f.id in (${forms}) and` : sql``}`;
  const latest = sql`select f.id as id, f.updated_at as updated_at, f.answers as answers from ${from}
    f.account_id = ${accountId} and f.template_id = ${templateId} and f.deleted_at is null
    and ${withinDeadline(db, sql.ref('f.id'))}
    order by f.updated_at desc, f.id desc limit ${LATEST_FORMS}`;
  return scan<Sample>(sql`
    select v.form_id as ${sql.ref('formId')}, v.text as text, ${answerAt(db, place)} as answer
    from (${latest}) as f cross join answer_values as v
    where v.account_id = ${accountId} and v.form_id = f.id and v.field = ${place.field} and v.text is not null
    order by f.updated_at desc, f.id desc, v.in_row, v.in_answer limit ${MOST_LATEST}`);
}

/** Returns an answer for each text, from the form that is named beside it. */
export async function answersTo(
  { db, scan }: Counting,
  accountId: string,
  place: Place,
  texts: readonly { readonly text: string; readonly formId: string }[],
): Promise<readonly Sample[]> {
  if (texts.length === 0) return [];
  const given = recordsOf(
    db,
    texts.map(({ text, formId }) => [formId, text]),
  );
  return scan<Sample>(sql`
    select v.form_id as ${sql.ref('formId')}, v.text as text, ${answerAt(db, place)} as answer
    from ${given} cross join answer_values as v cross join forms as f
    where v.account_id = ${accountId} and v.form_id = given.first and v.field = ${place.field}
      and v.text = given.second and f.account_id = ${accountId} and f.id = v.form_id
    order by v.form_id, v.in_row desc, v.in_answer desc`);
}

function answerAt(db: Reader, { name, table }: Place): RawBuilder<unknown> {
  const answers = sql.ref('f.answers');
  const answer =
    table === undefined
      ? jsonText(db, answers, [name])
      : jsonTextInList(db, answers, { list: table, index: sql.ref('v.in_row'), member: name });
  return sql`substr(${answer}, 1, ${sql.lit(MOST_CHARACTERS)})`;
}
