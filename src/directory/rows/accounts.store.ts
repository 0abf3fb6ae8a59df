import type { Selectable } from 'kysely';
import { lockAccount } from '#db/account-lock.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { MAX_KEY_LENGTH } from '#kernel/text.ts';
import { DEFAULT_TIME_ZONE, knownTimeZone } from '#kernel/time-zone.ts';
import type { DirectoryDeps } from './deps.ts';
import type { Account, PasswordMinLength } from './records.ts';

const LONGEST_CODE = 20;
const FALLBACK_CODE = 'account';

/** Returns a code made from the Latin letters and digits of a name, 2 to 20 characters long. */
export function codeFromName(name: string): string {
  const code = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, LONGEST_CODE);
  return code.length < 2 ? FALLBACK_CODE : code;
}

/** Creates an account. Its code is made from the name, with digits when that is taken. @throws `invalid-value` */
export const createAccount =
  ({ clock, ids }: DirectoryDeps) =>
  async (
    tx: Tx,
    {
      name,
      timeZone = DEFAULT_TIME_ZONE,
    }: { readonly name: string; readonly timeZone?: string | undefined },
  ): Promise<{ readonly id: string; readonly code: string }> => {
    if (name.trim() === '' || name.length > MAX_KEY_LENGTH) {
      throw fail(
        'invalid-value',
        `The name of an account must have 1 to ${MAX_KEY_LENGTH} characters.`,
        {
          because: { reason: 'length', min: 1, limit: MAX_KEY_LENGTH },
          at: 'name',
        },
      );
    }
    const time_zone = requireTimeZone(timeZone);
    const id = ids.next();
    const base = codeFromName(name);
    for (let n = 1; ; n += 1) {
      const digits = n === 1 ? '' : String(n);
      const code = base.slice(0, LONGEST_CODE - digits.length) + digits;
      if (await insertAccount(tx, { id, code, name, time_zone, created_at: clock.now() }))
        return { id, code };
    }
  };

type NewAccount = Pick<
  Selectable<Tables['accounts']>,
  'id' | 'code' | 'name' | 'time_zone' | 'created_at'
>;

async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const row = await tx
    .insertInto('accounts')
    .values({ ...account, active: 1, basic_allowed: 1 })
    .onConflict((oc) => oc.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function readAccount(db: Reader, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountByCode(db: Reader, code: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Returns all accounts in order of code, which is unique. */
export async function listAccounts(db: Reader): Promise<readonly Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('code').execute();
  return rows.map(toAccount);
}

/** No caller tells more apart, and every request of a sign-in page counts. */
const MOST_COUNTED = 3;

/** Returns the number of accounts; 3 stands for three or more. */
export async function countAccounts(db: Reader): Promise<number> {
  const rows = await db.selectFrom('accounts').select('id').limit(MOST_COUNTED).execute();
  return rows.length;
}

/** Turns Basic authentication on or off in the actor's account. @throws `not-found` */
export const setBasicAllowed =
  ({ audit }: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, allowed: boolean): Promise<Account> => {
    const row = await tx
      .updateTable('accounts')
      .set({ basic_allowed: allowed ? 1 : 0 })
      .where('id', '=', actor.accountId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw fail('not-found', 'There is no such account.');
    await audit.append(tx, actor, {
      action: 'account.set-basic',
      targetType: 'Account',
      targetId: actor.accountId,
      detail: { allowed },
    });
    return toAccount(row);
  };

/**
 * Sets the minimum length, 8 to 64, of passwords that are set from now on in the actor's account; an omitted length
 * stays. @throws `invalid-value` at `web` or `scim`, `not-found`
 */
export const setPasswordMinLength =
  ({ audit }: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, length: Partial<PasswordMinLength>): Promise<Account> => {
    for (const [way, least] of [
      ['web', length.web],
      ['scim', length.scim],
    ] as const) {
      if (least === undefined || isLeastLength(least)) continue;
      const [min, max] = [SHORTEST_MIN_LENGTH, LONGEST_MIN_LENGTH];
      const text = `The minimum length of a password must be a whole number from ${min} to ${max}.`;
      throw fail('invalid-value', text, { at: way, because: { reason: 'range', min, max } });
    }
    await lockAccount(tx, actor.accountId);
    const before = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', actor.accountId)
      .executeTakeFirst();
    if (!before) throw fail('not-found', 'There is no such account.');
    const row = await tx
      .updateTable('accounts')
      .set({
        password_min_length: length.web ?? before.password_min_length,
        password_min_length_scim: length.scim ?? before.password_min_length_scim,
      })
      .where('id', '=', actor.accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [from, to] = [toAccount(before), toAccount(row)];
    await audit.append(tx, actor, {
      action: 'account.set-password-min-length',
      targetType: 'Account',
      targetId: actor.accountId,
      detail: { from: { ...from.passwordMinLength }, to: { ...to.passwordMinLength } },
    });
    return to;
  };

/** Sets the time zone of the days of the actor's account. @throws `invalid-value` at `timeZone`, `not-found` */
export const setTimeZone =
  ({ audit }: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, timeZone: string): Promise<Account> => {
    const to = requireTimeZone(timeZone);
    await lockAccount(tx, actor.accountId);
    const before = await readAccount(tx, actor.accountId);
    if (!before) throw fail('not-found', 'There is no such account.');
    await tx
      .updateTable('accounts')
      .set({ time_zone: to })
      .where('id', '=', actor.accountId)
      .execute();
    await audit.append(tx, actor, {
      action: 'account.set-time-zone',
      targetType: 'Account',
      targetId: actor.accountId,
      detail: { from: before.timeZone, to },
    });
    return { ...before, timeZone: to };
  };

function requireTimeZone(name: string): string {
  const known = knownTimeZone(name);
  if (known !== undefined) return known;
  throw fail(
    'invalid-value',
    'This time zone does not exist. Send an IANA name, for example Europe/Berlin or UTC.',
    { at: 'timeZone', because: { reason: 'unknown-time-zone' } },
  );
}

/** NIST SP 800-63B-4 allows no password below 8 characters; a minimum above 64 must not be required. */
const SHORTEST_MIN_LENGTH = 8;
const LONGEST_MIN_LENGTH = 64;

const isLeastLength = (value: number): boolean =>
  Number.isInteger(value) && value >= SHORTEST_MIN_LENGTH && value <= LONGEST_MIN_LENGTH;

function toAccount(row: Selectable<Tables['accounts']>): Account {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    active: row.active === 1,
    basicAllowed: row.basic_allowed === 1,
    passwordMinLength: { web: row.password_min_length, scim: row.password_min_length_scim },
    timeZone: row.time_zone,
    ssoOnly: row.sso_only === 1,
    createdAt: row.created_at,
  };
}
