import { sql } from 'kysely';
import type { Answered } from '#answer-index/index.ts';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { fittingPage } from '#form-basics/index.ts';
import type { FillPosition } from '#search/index.ts';

/** A form with what its values are made of. */
export interface StoredAnswers extends Answered {
  readonly isDeleted: boolean;
}

/** Some forms, and whether they are the last ones. */
export interface StoredPage {
  readonly forms: readonly StoredAnswers[];
  readonly isLast: boolean;
}

/**
 * Returns the forms of all accounts after a position, at most `limit` and 4,000,000 bytes of answers, and locks them: no
 * older answers overwrite newer values.
 */
export async function lockFormsAfter(
  tx: Tx,
  after: FillPosition,
  limit: number,
): Promise<StoredPage> {
  const next = tx
    .selectFrom('forms')
    .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
    .orderBy('account_id')
    .orderBy('id');
  const { size, isLast } = await fittingPage(tx, next, limit);
  const rows = await next
    .select(['account_id', 'id', 'template_id', 'template_version_id', 'answers', 'deleted_at'])
    .limit(size)
    .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  const forms = rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    templateId: row.template_id,
    templateVersionId: row.template_version_id,
    answers: JSON.parse(row.answers),
    isDeleted: row.deleted_at !== null,
  }));
  return { forms, isLast };
}
