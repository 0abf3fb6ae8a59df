import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';

/** The most bytes of answers that a job reads in one transaction. One form alone may have a million. */
const MOST_BYTES = 4_000_000;

/** How many of the next forms one transaction reads. */
export interface FittingPage {
  readonly size: number;
  /** Whether no form follows them. */
  readonly isLast: boolean;
}

/**
 * Returns how many forms of a query, at most `limit` and at least one, have at most 4,000,000 bytes of answers together,
 * and locks them. Neither engine reads the answers for it.
 */
export async function fittingPage(
  tx: Tx,
  forms: SelectQueryBuilder<Tables, 'forms', object>,
  limit: number,
): Promise<FittingPage> {
  const rows = await forms
    .select(sql<number>`octet_length(answers)`.as('bytes'))
    .limit(limit)
    // Locked already here: if these were purged before they are read, the page would be empty, and look like the end.
    .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  let total = 0;
  const excess = rows.findIndex(({ bytes }) => {
    total += bytes;
    return total > MOST_BYTES;
  });
  const size = excess < 0 ? rows.length : Math.max(1, excess);
  return { size, isLast: size === rows.length && rows.length < limit };
}
