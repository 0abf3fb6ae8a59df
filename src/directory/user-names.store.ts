import type { Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';

export function nameTaken({
  cause,
  holder,
}: {
  readonly cause?: unknown;
  readonly holder?: string;
}): AppError {
  return fail(
    'user-name-taken',
    'Another user of this account has this userName. Use another one.',
    { at: 'userName', cause, holder },
  );
}

/** @throws AppError `user-name-taken`, `break-glass-user` when another user has the name */
export async function requireFreeName(
  tx: Tx,
  accountId: string,
  userNameKey: string,
  exceptId = '',
): Promise<void> {
  const holder = await tx
    .selectFrom('users')
    .select(['id', 'protected'])
    .where('account_id', '=', accountId)
    .where('user_name_key', '=', userNameKey)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  if (!holder) return;
  if (holder.protected === 0) throw nameTaken({ holder: holder.id });
  throw fail(
    'break-glass-user',
    'This userName belongs to the break-glass administrator, which provisioning neither sees nor ' +
      'changes. Leave the person out of provisioning, give them another userName, or let an ' +
      'administrator open the break-glass user to provisioning in Formstead.',
    { at: 'userName', holder: holder.id },
  );
}
