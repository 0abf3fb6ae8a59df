import type { Reader, Tx } from '#db/database.ts';
import type { SecondFactorFor } from '#db/second-factor-tables.ts';

/** The rule that says which users must have a second factor, and from when. */
export interface SecondFactorRule {
  readonly appliesTo: SecondFactorFor;
  readonly graceDays: number;
  /** When the rule was last extended to more people, in milliseconds since the epoch. */
  readonly since: number | undefined;
}

export async function readSecondFactorRule(
  db: Reader,
  accountId: string,
): Promise<SecondFactorRule> {
  const row = await db
    .selectFrom('accounts')
    .select(['second_factor_for', 'second_factor_grace_days', 'second_factor_since'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    appliesTo: row.second_factor_for,
    graceDays: row.second_factor_grace_days,
    since: row.second_factor_since ?? undefined,
  };
}

/** Saves the rule. It applies from the next request of every session. */
export async function saveSecondFactorRule(
  tx: Tx,
  accountId: string,
  { appliesTo, graceDays, since }: SecondFactorRule,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      second_factor_for: appliesTo,
      second_factor_grace_days: graceDays,
      second_factor_since: since ?? null,
    })
    .where('id', '=', accountId)
    .execute();
}
