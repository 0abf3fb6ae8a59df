import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { throughIndex } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import { fold, isStorable } from '#kernel/text.ts';
import type { Role, SignIn, SignInPlace, SignInSearch } from './records.ts';

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
  readonly sso_only: 0 | 1;
  readonly protected: 0 | 1 | null;
  readonly password_despite_sso: 0 | 1 | null;
  /** By the code before the slash, as the only account of the deployment, or by the name alone. */
  readonly found_by: 'code' | 'only' | 'name';
}

const columns = sql`
  a.id as account_id, a.code, a.active as account_active, a.basic_allowed,
  a.provisioning, a.sso_only, u.protected, u.password_despite_sso,
  u.id as user_id, u.active as user_active, u.role, u.stamp, u.password_hash`;

// The account is found even where the user is not: then `code/` was an account's code, not part of a name.
const byCode = sql`
  select ${columns}, 'code' as found_by from accounts a
  left join users u on u.account_id = a.id and u.user_name_key = ${''}
  where a.code = ${''}`;

const inOnlyAccount = sql`
  select ${columns}, 'only' as found_by from (select * from accounts limit 2) a
  left join users u on u.account_id = a.id and u.user_name_key = ${''}`;

/** Those who may sign in come first: somebody who left one organisation is not in the way in another. */
const inAnyAccount = (db: Reader) => sql`
  select * from (
    select ${columns}, 'name' as found_by
    from ${throughIndex(db, 'users', 'u', 'users_by_name_anywhere')}
    cross join accounts a
    where u.user_name_key = ${''} and a.id = u.account_id
    order by u.active * a.active desc
    limit 2
  ) named`;

// One query for everybody, or the time would tell which names and codes there are.
const bare = precompile<SignInRow>((db) => ({
  compile: () => sql<SignInRow>`${inOnlyAccount} union all ${inAnyAccount(db)}`.compile(db),
}));
const withSlash = precompile<SignInRow>((db) => ({
  compile: () =>
    sql<SignInRow>`${byCode} union all ${inOnlyAccount} union all ${inAnyAccount(db)}`.compile(db),
}));

/**
 * Finds who signs in as `code/userName`, or as a bare userName that only one account has. The part
 * before the first slash counts as a code where it is one, so that a bare name may hold slashes.
 */
export async function findSignIn(db: Reader, name: string): Promise<SignInSearch> {
  if (!isStorable(name)) return { severalAccounts: false, place: undefined };
  const slash = name.indexOf('/');
  const key = fold(name);
  const rows =
    slash > 0
      ? await withSlash(db, [
          fold(name.slice(slash + 1)),
          name.slice(0, slash).toLowerCase(),
          key,
          key,
        ])
      : await bare(db, [key, key]);
  const foundBy = (way: SignInRow['found_by']) => rows.filter((row) => row.found_by === way);
  const accounts = foundBy('only');
  const severalAccounts = accounts.length > 1;
  const row = foundBy('code')[0] ?? (severalAccounts ? onlyOf(foundBy('name')) : accounts[0]);
  return { severalAccounts, place: row && toPlace(row) };
}

/** Of two people with one name, the one who may sign in; undefined when both may, or neither. */
function onlyOf([first, second]: readonly SignInRow[]): SignInRow | undefined {
  const mayEnter = (row: SignInRow) => row.user_active === 1 && row.account_active === 1;
  if (!first || !second) return first;
  return mayEnter(first) && !mayEnter(second) ? first : undefined;
}

const toPlace = (row: SignInRow): SignInPlace => ({
  accountId: row.account_id,
  isNamed: row.found_by !== 'name',
  basicAllowed: row.basic_allowed === 1,
  ssoOnly: row.sso_only === 1,
  user: toSignIn(row),
});

/** Whether neither password nor passkey of the user counts, nor may be set. */
export async function signsInBySsoOnly(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select('u.id')
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .where('a.sso_only', '=', 1)
    .where('u.protected', '=', 0)
    .where('u.password_despite_sso', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
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
    bySsoOnly: row.sso_only === 1 && row.protected !== 1 && row.password_despite_sso !== 1,
    ...(row.provisioning !== 'on' && { provisioning: row.provisioning }),
  };
  return row.password_hash === null ? signIn : { ...signIn, passwordHash: row.password_hash };
}
