// Users that a bulk request creates one after another are created in one transaction and side by side on PostgreSQL, whose
// driver sends what they ask at the same time together (decision 173). On SQLite, nothing would be gained.
import { holdsAccount } from '#db/account-lock.ts';
import type { Transaction } from '#db/database.ts';
import { isOutage } from '#db/dialect.ts';
import { lockText } from '#db/text-locks.ts';
import { allInOrder } from '#kernel/all-in-order.ts';
import { type BulkIds, bulkIdsIn, ScimError } from '#scim/protocol/index.ts';
import { hashPasswords } from './hash-passwords.ts';
import type { BulkContext } from './operation.ts';
import { type Done, runUnit, type Unit } from './run-unit.ts';

/** The most users that are created together. Other writers of their rows wait for all of them. */
const MOST = 50;

/** Yields the units in their order: those that {@link createTogether} may do in one group, others alone. */
export function* inGroups(
  context: BulkContext,
  units: readonly Unit[],
  ids: BulkIds,
): Generator<readonly Unit[]> {
  let group: Unit[] = [];
  for (const unit of units) {
    const fits = () => createsUser(context, unit, ids);
    // What it refers to may be in the group before it, which is done once that was yielded.
    if (group.length > 0 && (group.length === MOST || !fits())) {
      yield group;
      group = [];
    }
    if (fits()) group.push(unit);
    else yield [unit];
  }
  if (group.length > 0) yield group;
}

/** Returns whether a unit creates one user, and refers to none that is not there yet. */
function createsUser({ deps }: BulkContext, { kind, operations }: Unit, ids: BulkIds): boolean {
  const action = operations[0]?.action;
  if (deps.db.engine === 'sqlite' || kind === 'cycle') return false;
  if (action === undefined || action instanceof ScimError) return false;
  if (action.method !== 'POST' || action.type !== deps.types.user) return false;
  return [...bulkIdsIn(action)].every((bulkId) => ids.find(bulkId) !== undefined);
}

/** The transaction needs the lock of the account: one of the users is restored, or a group waits for them. */
class NotTogether extends Error {}

/**
 * Creates users in one transaction.
 * @returns undefined, without having done anything, when one of them can't be created or is more than a new row. Done one
 * by one then, each has its own result.
 * @throws an outage of the storage
 */
export async function createTogether(
  context: BulkContext,
  transaction: Transaction,
  units: readonly Unit[],
  ids: BulkIds,
): Promise<readonly Done[] | undefined> {
  const { accountId } = context.actor;
  const operations = units.flatMap((unit) => unit.operations);
  const before = { ids, given: new Map<string, string | null>() };
  try {
    const hashes = await hashPasswords(context, transaction, operations, before);
    return await transaction(async (tx) => {
      // What joins groups or restores users changes rows that another one of these may change, and reads them first.
      if (holdsAccount(tx, accountId)) throw new NotTogether();
      // Two requests that create users together would deadlock on the totals of the account.
      await lockText(tx, `users together ${accountId}`);
      const done = units.map((unit) => runUnit(context, tx, unit, { ids, hashes }));
      return (await allInOrder(done)).flat();
    });
  } catch (error) {
    if (isOutage(error)) throw error;
    return undefined;
  }
}
