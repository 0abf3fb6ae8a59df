import { sql } from 'kysely';
import type { SecondFactorFor } from '#db/second-factor-tables.ts';
import type { Role, SecondFactorState } from '#directory/rows/records.ts';

const DAY_MS = 86_400_000;

/** The columns that decide whether a user needs a second factor, as `secondFactorColumns` selects them. */
export interface SecondFactorRow {
  readonly second_factor_for: SecondFactorFor;
  readonly second_factor_grace_days: number;
  readonly second_factor_since: number | null;
  readonly role_since: number | null;
  readonly user_created_at: number | null;
  readonly has_totp: 0 | 1;
  readonly has_passkey: 0 | 1;
}

/** Selects the columns of an account `a` and a user `u`. */
export const secondFactorColumns = sql`
  a.second_factor_for, a.second_factor_grace_days, a.second_factor_since, u.role_since,
  u.created_at as user_created_at,
  case when exists (select 1 from second_factors f where f.account_id = u.account_id and f.user_id = u.id)
    then 1 else 0 end as has_totp,
  case when exists (select 1 from passkeys p where p.account_id = u.account_id and p.user_id = u.id)
    then 1 else 0 end as has_passkey`;

/**
 * Returns the second factors of a user. The grace period begins when the account started to require one, when the user
 * was created or when they got the role that needs one, whichever came last.
 */
export function secondFactorState(row: SecondFactorRow, role: Role): SecondFactorState {
  return {
    hasTotp: row.has_totp === 1,
    hasPasskey: row.has_passkey === 1,
    requiredFrom: isAskedOf(row.second_factor_for, role) ? endOfGrace(row) : undefined,
  };
}

function isAskedOf(appliesTo: SecondFactorFor, role: Role): boolean {
  if (appliesTo === 'admins') return role === 'admin';
  if (appliesTo === 'designers') return role !== 'member';
  return appliesTo === 'everybody';
}

function endOfGrace(row: SecondFactorRow): number {
  const created = row.user_created_at ?? 0;
  const since = row.second_factor_for === 'everybody' ? created : (row.role_since ?? created);
  const days = row.second_factor_grace_days;
  return Math.max(row.second_factor_since ?? 0, since) + days * DAY_MS;
}
