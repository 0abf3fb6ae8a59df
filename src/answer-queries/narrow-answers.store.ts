import { sql } from 'kysely';
import { type AnswerFilter, type AnswerTest, holdsFor } from '#answer-index/index.ts';
import type { Database, Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import type { Findings } from '#search/index.ts';

/**
 * The most forms that are looked up one by one. With more, a list is read in its order until the page is full, which then
 * does not take long.
 */
const MAX_FORMS = 20_000;

interface Narrowed {
  readonly accountId: string;
  readonly templateId: string | undefined;
  readonly answers: readonly AnswerFilter[] | undefined;
}

/**
 * Finds the forms that fulfil the first condition that few forms fulfil, through the index of its values, so that a list
 * does not look for them among all forms of a template. The conditions themselves still have to be checked.
 * @param found the result of a search, which stays as it is when it found few things itself
 * @throws AppError `query-too-slow`, `busy`
 */
export async function narrow(
  db: Database,
  { accountId, templateId, answers = [] }: Narrowed,
  found?: Findings,
): Promise<Findings | undefined> {
  if (templateId === undefined || found?.ids !== undefined) return found;
  for (const { field, test } of answers) {
    const one = positiveOf(test);
    if (one === undefined) continue;
    const query = idsWith(db.reader, { accountId, templateId, field }, one);
    const rows = await db.scan<{ id: string }>(query);
    if (rows.length > MAX_FORMS) continue;
    return { accountId, kind: 'form', ids: rows.map(({ id }) => id), terms: found?.terms ?? [] };
  }
  return found;
}

/** Returns what a value of each form has to fulfil; undefined for conditions that forms without a value fulfil. */
function positiveOf(test: AnswerTest): AnswerTest | undefined {
  switch (test.is) {
    case 'blank':
    case 'answered':
    case 'none':
      return undefined;
    case 'all':
      return { is: 'any', values: test.values.slice(0, 1) };
    default:
      return test;
  }
}

const idsWith = (
  db: Reader,
  { accountId, templateId, field }: { accountId: string; templateId: string; field: string },
  test: AnswerTest,
) =>
  db
    .selectFrom('answer_values')
    .select('answer_values.form_id as id')
    .distinct()
    .where('answer_values.account_id', '=', accountId)
    .where('answer_values.template_id', '=', templateId)
    .where('answer_values.field', '=', field)
    .where((of) => withinDeadline(db, of.ref('answer_values.form_id')))
    .where((of) => holdsFor(db, of, test))
    .limit(sql.lit(MAX_FORMS + 1));
