import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { fold, isStorable } from '#kernel/text.ts';
import type { Role, SignIn, SignInPlace } from './records.ts';

interface SignInRow {
  readonly account_id: string;
  readonly code: string;
  readonly account_active: 0 | 1;
  readonly basic_allowed: 0 | 1;
  readonly provisioning: 'on' | 'paused' | 'disconnected';
  readonly user_id: string | null;
  readonly user_active: 0 | 1 | null;
  readonly role: Role | null;
  readonly stamp: number | null;
  readonly password_hash: string | null;
  /** Whether the part before the slash is the code of this account. */
  readonly by_code: 0 | 1;
}

/** The account is found even where the user is not: then `code/` was an account's code, not part of a name. */
const columns = sql`
  a.id as account_id, a.code, a.active as account_active, a.basic_allowed,
  a.provisioning,
  u.id as user_id, u.active as user_active, u.role, u.stamp, u.password_hash`;

const inOnlyAccount = precompile<SignInRow>((db) => ({
  compile: () =>
    sql<SignInRow>`
      select ${columns}, 0 as by_code from (select * from accounts limit 2) a
      left join users u on u.account_id = a.id and u.user_name_key = ${''}
    `.compile(db),
}));

// One query for both, or the time would tell which codes there are.
const byCodeOrInOnlyAccount = precompile<SignInRow>((db) => ({
  compile: () =>
    sql<SignInRow>`
      select ${columns}, 1 as by_code from accounts a
      left join users u on u.account_id = a.id and u.user_name_key = ${''}
      where a.code = ${''}
      union all
      select ${columns}, 0 as by_code from (select * from accounts limit 2) a
      left join users u on u.account_id = a.id and u.user_name_key = ${''}
    `.compile(db),
}));

/**
 * Who signs in as `code/userName`, or as a bare userName when the deployment has one account. The
 * part before the first slash counts as a code where it is one, so that a bare name may hold slashes.
 */
export async function findSignIn(db: Reader, name: string): Promise<SignInPlace | undefined> {
  if (!isStorable(name)) return undefined;
  const slash = name.indexOf('/');
  const rows =
    slash > 0
      ? await byCodeOrInOnlyAccount(db, [
          fold(name.slice(slash + 1)),
          name.slice(0, slash),
          fold(name),
        ])
      : await inOnlyAccount(db, [fold(name)]);
  const [only, another] = rows.filter((row) => row.by_code === 0);
  const row = rows.find((each) => each.by_code === 1) ?? (another ? undefined : only);
  if (!row) return undefined;
  return {
    accountId: row.account_id,
    basicAllowed: row.basic_allowed === 1,
    user: toSignIn(row),
  };
}

export async function replacePasswordHash(
  tx: Tx,
  accountId: string,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}

function toSignIn(row: SignInRow): SignIn | undefined {
  if (row.user_id === null || row.role === null || row.stamp === null) return undefined;
  const signIn = {
    accountId: row.account_id,
    accountCode: row.code,
    accountActive: row.account_active === 1,
    basicAllowed: row.basic_allowed === 1,
    userId: row.user_id,
    userActive: row.user_active === 1,
    role: row.role,
    stamp: row.stamp,
    ...(row.provisioning !== 'on' && { provisioning: row.provisioning }),
  };
  return row.password_hash === null ? signIn : { ...signIn, passwordHash: row.password_hash };
}
