import { engineOf, type Reader } from './dialect.ts';
import { later } from './flush.ts';

/** The accounts that a transaction has locked. */
const held = new WeakMap<Reader, Set<string>>();

/** Thrown when a transaction has locked something and then needs the account's lock, which must come first. */
export class NeedsAccountLock extends Error {
  override readonly name = 'NeedsAccountLock';
  readonly accountId: string;
  constructor(accountId: string) {
    super('a transaction begins anew with the lock of its account');
    this.accountId = accountId;
  }
}

/**
 * Locks the account's row until the transaction ends. To avoid deadlocks, every transaction locks in one order
 * (decision 55): the account, then groups in order of their ids, then users. The account must be locked by a
 * transaction that locks a group and then other groups or users that another one may hold while it waits for a group,
 * that nests groups, or that may remove an admin. Call this before anything else is locked; `requireAccountLock` may be
 * called at any time.
 */
export async function lockAccount(tx: Reader, accountId: string): Promise<void> {
  // SQLite has one writer at a time: BEGIN IMMEDIATE already is the lock.
  if (engineOf(tx) === 'sqlite' || isHeld(tx, accountId)) return;
  // Not FOR UPDATE, which would block every insert with a foreign key to the account.
  const lock = tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate();
  await later(tx, lock);
  const accounts = held.get(tx) ?? new Set();
  held.set(tx, accounts.add(accountId));
}

/** @throws NeedsAccountLock when the lock is not held, so that the transaction begins again and takes it first */
export function requireAccountLock(tx: Reader, accountId: string): void {
  if (engineOf(tx) === 'sqlite' || isHeld(tx, accountId)) return;
  throw new NeedsAccountLock(accountId);
}

/** Returns whether the transaction has the lock, as one does that began again because of it. */
export const holdsAccount = (tx: Reader, accountId: string): boolean => isHeld(tx, accountId);

const isHeld = (tx: Reader, accountId: string): boolean => held.get(tx)?.has(accountId) === true;
