import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';

/**
 * Ends the sessions of people whose password was set by a credential that is no longer trusted. Sessions that single
 * sign-on began stay. @returns the detail of the audit event: how many people keep such a password, and how many
 * sessions ended
 */
export async function endSessionsOpenedBy(
  tx: Tx,
  accountId: string,
  credentialId: string,
): Promise<JsonObject> {
  const people = tx
    .selectFrom('users')
    .where('account_id', '=', accountId)
    .where('password_set_by', '=', credentialId)
    .where('password_hash', 'is not', null);
  const { count } = await people
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return {};
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('method', '!=', 'sso')
    .where(sql.ref('user_id'), 'in', people.select('id'))
    .executeTakeFirst();
  return { passwordsSet: Number(count), sessionsEnded: Number(numDeletedRows) };
}
