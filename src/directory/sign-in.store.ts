import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { fold, isStorable } from '#kernel/text.ts';
import type { Role, SignIn } from './records.ts';

interface SignInRow {
  readonly account_id: string;
  readonly code: string;
  readonly account_active: 0 | 1;
  readonly basic_allowed: 0 | 1;
  readonly user_id: string | null;
  readonly user_active: 0 | 1 | null;
  readonly role: Role | null;
  readonly password_hash: string | null;
}

/** The account is found even where the user is not: then `code/` was an account's code, not part of a name. */
const columns = sql`
  a.id as account_id, a.code, a.active as account_active, a.basic_allowed,
  u.id as user_id, u.active as user_active, u.role, u.password_hash`;

const byCode = precompile<SignInRow>((db) => ({
  compile: () =>
    sql<SignInRow>`
      select ${columns} from accounts a
      left join users u on u.account_id = a.id and u.user_name_key = ${''}
      where a.code = ${''}
    `.compile(db),
}));

const inOnlyAccount = precompile<SignInRow>((db) => ({
  compile: () =>
    sql<SignInRow>`
      select ${columns} from (select * from accounts limit 2) a
      left join users u on u.account_id = a.id and u.user_name_key = ${''}
    `.compile(db),
}));

/**
 * Who signs in as `code/userName`, or as a bare userName when the deployment has one account. The
 * part before the first slash counts as a code where it is one, so that a bare name may hold slashes.
 */
export async function readSignIn(db: Reader, name: string): Promise<SignIn | undefined> {
  if (!isStorable(name)) return undefined;
  const slash = name.indexOf('/');
  if (slash > 0) {
    const key = fold(name.slice(slash + 1));
    const [row] = await byCode(db, [key, name.slice(0, slash)]);
    if (row) return toSignIn(row);
  }
  const [row, another] = await inOnlyAccount(db, [fold(name)]);
  return row && !another ? toSignIn(row) : undefined;
}

function toSignIn(row: SignInRow): SignIn | undefined {
  if (row.user_id === null || row.role === null) return undefined;
  const signIn = {
    accountId: row.account_id,
    accountCode: row.code,
    accountActive: row.account_active === 1,
    basicAllowed: row.basic_allowed === 1,
    userId: row.user_id,
    userActive: row.user_active === 1,
    role: row.role,
  };
  return row.password_hash === null ? signIn : { ...signIn, passwordHash: row.password_hash };
}
