import type { Tx } from '#db/database.ts';
import { lockText } from '#db/dialect.ts';
import { fail } from '#kernel/errors.ts';

/**
 * Refuses an externalId that another user has, where people sign in by it: single sign-on could not tell the two apart
 * and would let in neither.
 * @throws AppError `value-taken` at `externalId`
 */
export async function requireOwnExternalId(
  tx: Tx,
  accountId: string,
  externalId: string | null,
  exceptId = '',
): Promise<void> {
  if (externalId === null) return;
  const connection = await tx
    .selectFrom('sso_connections')
    .select('name')
    .where('account_id', '=', accountId)
    .where('attribute', '=', 'externalId')
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (!connection) return;
  // When two users are written at once, the later transaction sees the user of the earlier one.
  await lockText(tx, `externalId ${accountId} ${externalId}`);
  const holder = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  if (!holder) return;
  throw fail(
    'value-taken',
    `Another user of this account has this externalId. Users sign in by externalId with ${connection.name}, so it must be unique. Use another externalId.`,
    { at: 'externalId' },
  );
}
