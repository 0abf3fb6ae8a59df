import { type RawBuilder, sql } from 'kysely';
import { collapsed, isSpaced, keyOfName, type NameKeys, nameKeys } from '#db/collapsed.ts';
import type { Reader, Tx } from '#db/database.ts';
import { throughIndex } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Role, SignIn, SignInAccount, SignInSearch } from '#directory/rows/records.ts';
import { fold, isStorable } from '#kernel/text.ts';
import {
  type SecondFactorRow,
  secondFactorColumns,
  secondFactorState,
} from './second-factor-state.store.ts';

interface SignInRow extends SecondFactorRow {
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
  /**
   * `code`: by the code before the slash; `only`: as the only account of the deployment, both whether or not a user
   * there has the name; `name`: by user name in any account; `email-by-code` and `email`: by e-mail address, in the
   * account of the code or in any account.
   */
  readonly found_by: 'code' | 'only' | 'name' | 'email-by-code' | 'email';
}

/** An address of more people than this signs in nobody: the search must look at all of them to find the one who may. */
const MOST_WITH_ADDRESS = 10;

const columns = sql`
  a.id as account_id, a.code, a.active as account_active, a.basic_allowed,
  a.provisioning, a.sso_only, u.protected, u.password_despite_sso,
  u.id as user_id, u.active as user_active, u.role, u.stamp, u.password_hash, ${secondFactorColumns}`;

/** A name, folded as user names and addresses are compared. */
interface Name extends NameKeys {
  readonly key: string;
  readonly collapsed: string;
}

/** A name that may begin with the code of an account. */
interface SlashedName extends Name {
  readonly code: string;
  readonly rest: string;
  readonly restCollapsed: string;
}

const restOf = ({ rest, restCollapsed }: SlashedName): Name => ({
  key: rest,
  collapsed: restCollapsed,
});

// The left join finds the account even without the user: then `code/` was an account's code, not part of a name.
const byCode = (db: Reader, it: SlashedName) => sql`
  select ${columns}, 'code' as found_by from accounts a
  left join users u on u.account_id = a.id and u.user_name_key = ${keyIn(db, restOf(it))}
  where a.code = ${it.code}`;

const inOnlyAccount = (db: Reader, it: Name) => sql`
  select ${columns}, 'only' as found_by from (select * from accounts limit 2) a
  left join users u on u.account_id = a.id and u.user_name_key = ${keyIn(db, it)}`;

/** Returns the key that a name means in the account of row `a`: that of an active user, if any has the name. */
const keyIn = (db: Reader, it: Name) => {
  const active = keyOfName(db, 'users', sql`a.id`, it, sql<boolean>`n.active = 1`);
  return sql`coalesce(${active}, ${keyOfName(db, 'users', sql`a.id`, it)})`;
};

/** Users who may sign in come first, so that a user who left one organisation does not hide the one in another. */
const inAnyAccount = (db: Reader, it: Name) => {
  const key = sql.ref('n.user_name_key');
  return sql`
  select * from (
    select ${columns}, 'name' as found_by
    from (
      select n.account_id from ${throughIndex(db, 'users', 'n', 'users_by_name_anywhere')}
        where ${key} in (${it.key}, ${it.collapsed})
      union select n.account_id
        from ${throughIndex(db, 'users', 'n', 'users_by_collapsed_name_anywhere')}
        where ${isSpaced(db, key)} and ${collapsed(db, key)} = ${it.collapsed}
    ) named_in
    cross join accounts a cross join users u
    where a.id = named_in.account_id and u.account_id = a.id and u.user_name_key = ${keyIn(db, it)}
    order by u.active * a.active desc
    limit 2
  ) named`;
};

/** Selects everybody who has the address; a user may have it twice. */
const byEmail = (
  db: Reader,
  foundBy: 'email-by-code' | 'email',
  address: Name,
  isInAccount: RawBuilder<unknown> = sql`true`,
) => sql`
  select ${columns}, ${sql.lit(foundBy)} as found_by from (
    select distinct v.account_id, v.user_id
    from ${throughIndex(db, 'user_values', 'v', 'user_emails_anywhere')}
    where v.attribute = 'emails' and v.value_key in (${address.key}, ${address.collapsed}) and ${isInAccount}
    limit ${sql.lit(MOST_WITH_ADDRESS + 1)}
  ) e cross join users u cross join accounts a
  where u.account_id = e.account_id and u.id = e.user_id and a.id = u.account_id`;

const ofCode = (code: string) => sql`v.account_id = (select id from accounts where code = ${code})`;

// Every name runs the same query; otherwise its time would tell which names and codes exist.
const anywhere = (db: Reader, it: Name) =>
  sql`${inOnlyAccount(db, it)} union all ${inAnyAccount(db, it)} union all ${byEmail(db, 'email', it)}`;
const bare = precompile<SignInRow, Name>((db, it) => ({
  compile: () => sql<SignInRow>`${anywhere(db, it)}`.compile(db),
}));
const withSlash = precompile<SignInRow, SlashedName>((db, it) => ({
  compile: () =>
    sql<SignInRow>`${byCode(db, it)} union all ${byEmail(db, 'email-by-code', restOf(it), ofCode(it.code))}
      union all ${anywhere(db, it)}`.compile(db),
}));

/**
 * Finds the user who signs in as `code/userName`, or with a bare userName that only one account has. The part before
 * the first slash counts as a code if it is one, so that a bare name may hold slashes. An e-mail address works too, if
 * nobody has it as user name and only one person has it as address. One query runs, the same for every name. An account
 * that is named, or the only one, is found even if nobody in it has the name.
 */
export async function findSignIn(db: Reader, name: string): Promise<SignInSearch> {
  if (!isStorable(name)) return { severalAccounts: false, account: undefined };
  const slash = name.indexOf('/');
  const whole = nameKeys(fold(name));
  const rows =
    slash > 0 ? await withSlash(db, { ...whole, ...splitAt(name, slash) }) : await bare(db, whole);
  const foundBy = (way: SignInRow['found_by']) => rows.filter((row) => row.found_by === way);
  const accounts = foundBy('only');
  const severalAccounts = accounts.length > 1;
  const byItsCode = foundBy('code')[0];
  const account = byItsCode ?? (severalAccounts ? undefined : accounts[0]);
  if (account === undefined) {
    const row = onlyOf(foundBy('name'), foundBy('email'));
    return { severalAccounts, account: row && toSignInAccount(row, false) };
  }
  const there = account.user_id === null ? [] : [account];
  const row = onlyOf(there, foundBy(byItsCode ? 'email-by-code' : 'email')) ?? account;
  return { severalAccounts, account: toSignInAccount(row, true) };
}

function splitAt(name: string, slash: number): Omit<SlashedName, keyof Name> {
  const rest = nameKeys(fold(name.slice(slash + 1)));
  const code = name.slice(0, slash).toLowerCase();
  return { code, rest: rest.key, restCollapsed: rest.collapsed };
}

/** Returns the one row that may sign in, by user name, or else by address; if none may, the row that is alone. */
function onlyOf(names: readonly SignInRow[], emails: readonly SignInRow[]): SignInRow | undefined {
  const found = emails.length === 0 || names.some(mayEnter) ? names : emails;
  const able = found.filter(mayEnter);
  if (found.length > MOST_WITH_ADDRESS || able.length > 1) return undefined;
  return able[0] ?? (found.length === 1 ? found[0] : undefined);
}

const mayEnter = (row: SignInRow): boolean => row.user_active === 1 && row.account_active === 1;

const toSignInAccount = (row: SignInRow, isNamed: boolean): SignInAccount => ({
  accountId: row.account_id,
  isNamed,
  basicAllowed: row.basic_allowed === 1,
  ssoOnly: row.sso_only === 1,
  user: toSignIn(row),
});

/** Tells whether neither password nor passkey is accepted of a user with these columns. */
export const isBySsoOnly = (
  row: Pick<SignInRow, 'sso_only' | 'protected' | 'password_despite_sso'>,
): boolean => row.sso_only === 1 && row.protected !== 1 && row.password_despite_sso !== 1;

/** Tells whether neither password nor passkey of the user is accepted, nor may be set. */
export async function signsInBySsoOnly(
  db: Reader,
  accountId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['a.sso_only', 'u.protected', 'u.password_despite_sso'])
    .where('u.account_id', '=', accountId)
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && isBySsoOnly(row);
}

/**
 * Stores another hash of the same password, unless the password was changed meanwhile. It ends no sessions, and is not
 * a change of the user.
 */
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
    bySsoOnly: isBySsoOnly(row),
    secondFactor: secondFactorState(row, row.role),
    ...(row.provisioning !== 'on' && { provisioning: row.provisioning }),
  };
  return row.password_hash === null ? signIn : { ...signIn, passwordHash: row.password_hash };
}
