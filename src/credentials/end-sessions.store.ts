import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';

/**
 * Ends what a credential that is no longer trusted may have opened: the sessions of people whose password it set, and
 * links that may have been sent to an address that it wrote. Sessions that single sign-on began stay. @returns the
 * detail of the audit event: how many people keep such a password, and how many sessions and links ended
 */
export async function endSessionsOpenedBy(
  tx: Tx,
  accountId: string,
  credentialId: string,
): Promise<JsonObject> {
  const linksEnded = await endLinksSentBy(tx, accountId, credentialId);
  const links: JsonObject = linksEnded > 0 ? { linksEnded } : {};
  const people = tx
    .selectFrom('users')
    .where('account_id', '=', accountId)
    .where('password_set_by', '=', credentialId)
    .where('password_hash', 'is not', null);
  const { count } = await people
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return links;
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('method', '!=', 'sso')
    .where(sql.ref('user_id'), 'in', people.select('id'))
    .executeTakeFirst();
  return { passwordsSet: Number(count), sessionsEnded: Number(numDeletedRows), ...links };
}

/** @returns how many links ended */
async function endLinksSentBy(tx: Tx, accountId: string, credentialId: string): Promise<number> {
  const people = tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('emails_set_by', '=', credentialId);
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_links')
    .where('account_id', '=', accountId)
    .where(sql.ref('user_id'), 'in', people)
    .executeTakeFirst();
  // The row stays: it counts the mails of the hour.
  const { numUpdatedRows } = await tx
    .updateTable('password_requests')
    .set({ hash: null })
    .where('account_id', '=', accountId)
    .where('hash', 'is not', null)
    .where(sql.ref('user_id'), 'in', people)
    .executeTakeFirst();
  return Number(numDeletedRows + numUpdatedRows);
}
