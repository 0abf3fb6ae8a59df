import { engineOf, type Reader } from './dialect.ts';

/** Accounts that a transaction holds the lock of. */
const held = new WeakMap<Reader, Set<string>>();

/** A transaction has locked something and finds that it needs the account's lock, which comes first. */
export class NeedsAccountLock extends Error {
  override readonly name = 'NeedsAccountLock';
  readonly accountId: string;
  constructor(accountId: string) {
    super('a transaction begins anew with the lock of its account');
    this.accountId = accountId;
  }
}

/**
 * Locks the account's row until the transaction ends. One order for everybody: the account, then groups in order of
 * their ids, then users. Whoever locks a group and then other groups or users that somebody else may hold while
 * waiting for a group, whoever nests groups and whoever may remove an admin holds the account first, so that no two of
 * them hold what the other waits for. To be called before anything else is locked; `requireAccountLock` may be called
 * at any time.
 */
export async function lockAccount(tx: Reader, accountId: string): Promise<void> {
  // SQLite has one writer at a time: BEGIN IMMEDIATE already is the lock.
  if (engineOf(tx) === 'sqlite' || isHeld(tx, accountId)) return;
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    // Not FOR UPDATE: that would also stop every insert whose foreign key names the account.
    .forNoKeyUpdate()
    .executeTakeFirst();
  const accounts = held.get(tx) ?? new Set();
  held.set(tx, accounts.add(accountId));
}

/** @throws NeedsAccountLock when it is not held: the transaction begins anew, and takes it first */
export function requireAccountLock(tx: Reader, accountId: string): void {
  if (engineOf(tx) === 'sqlite' || isHeld(tx, accountId)) return;
  throw new NeedsAccountLock(accountId);
}

const isHeld = (tx: Reader, accountId: string): boolean => held.get(tx)?.has(accountId) === true;
