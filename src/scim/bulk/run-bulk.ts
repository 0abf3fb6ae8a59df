import { lockAccount } from '#db/account-lock.ts';
import type { Transaction } from '#db/database.ts';
import { inTurns, letOthersIn } from '#kernel/in-turns.ts';
import {
  type BulkIds,
  type BulkOperation,
  type BulkRequest,
  planBulkInParts,
} from '#scim/protocol/index.ts';
import { createTogether, inGroups } from './create-together.ts';
import { type Failure, failureOf, undone } from './failure.ts';
import { hashPasswords } from './hash-passwords.ts';
import type { BulkContext, OperationOutcome } from './operation.ts';
import { type Done, runUnit, type Unit, unitOf } from './run-unit.ts';

/** The results of the operations that were tried, by index, and the ids of the resources that they created. */
export interface BulkReport {
  readonly results: ReadonlyMap<number, OperationOutcome | Failure>;
  readonly ids: BulkIds;
}

export const runBulk = (context: BulkContext, request: BulkRequest): Promise<BulkReport> =>
  request.atomic
    ? runTogether(context, request)
    : context.deps.db.batch((transaction) => runOneByOne(context, transaction, request));

const unitsOf = async (operations: readonly BulkOperation[]): Promise<readonly Unit[]> =>
  (await inTurns(planBulkInParts(operations))).map((unit) => unitOf(unit, operations));

/**
 * Runs each unit so that none undoes another, until `failOnErrors` operations have failed (RFC 7644 §3.7): in a transaction
 * of its own, unless {@link createTogether} can do it with the next ones.
 */
async function runOneByOne(
  context: BulkContext,
  transaction: Transaction,
  { operations, failOnErrors = Number.POSITIVE_INFINITY }: BulkRequest,
): Promise<BulkReport> {
  const results = new Map<number, OperationOutcome | Failure>();
  const ids = new Ids();
  let failures = 0;
  /** Runs units until one ends the request. @returns false when the rest is not tried */
  const attempt = async (units: readonly Unit[], run: () => Promise<readonly Done[]>) => {
    try {
      const done = await run();
      ids.add(done);
      for (const { operation, outcome } of done) results.set(operation.index, outcome);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      for (const { index } of units[0]?.operations ?? []) results.set(index, failure);
      failures += units[0]?.operations.length ?? 0;
      return !failure.ends;
    }
  };
  for (const group of inGroups(context, await unitsOf(operations), ids)) {
    if (failures >= failOnErrors) break;
    let alone: readonly Unit[] = group;
    const together = async () => {
      const done = await createTogether(context, transaction, group, ids);
      if (done) alone = [];
      return done ?? [];
    };
    if (group.length > 1 && !(await attempt(group, together))) return { results, ids };
    for (const unit of alone) {
      if (failures >= failOnErrors) break;
      // SQLite answers synchronously, so nothing else would get a turn between a thousand operations.
      await letOthersIn();
      const run = async () => {
        const before = { ids, given: new Map<string, string | null>() };
        const hashes = await hashPasswords(context, transaction, unit.operations, before);
        return await transaction((tx) => runUnit(context, tx, unit, { ids, hashes }));
      };
      if (!(await attempt([unit], run))) return { results, ids };
    }
  }
  return { results, ids };
}

/** Runs all units in one transaction: the first one that fails undoes the others. */
async function runTogether(context: BulkContext, { operations }: BulkRequest): Promise<BulkReport> {
  const { db } = context.deps;
  const units = await unitsOf(operations);
  const nothing = new Ids();
  const before = { ids: nothing, given: new Map<string, string | null>() };
  const hashes = new Map<number, string | null | undefined>();
  let trying: Unit | undefined;
  try {
    for (const unit of units) {
      trying = unit;
      const some = await hashPasswords(context, db.transaction, unit.operations, before);
      for (const [index, hash] of some) hashes.set(index, hash);
    }
    return await db.transaction(async (tx) => {
      await lockAccount(tx, context.actor.accountId);
      const results = new Map<number, OperationOutcome | Failure>();
      const ids = new Ids();
      for (const unit of units) {
        trying = unit;
        await letOthersIn();
        const done = await runUnit(context, tx, unit, { ids, hashes });
        ids.add(done);
        for (const { operation, outcome } of done) results.set(operation.index, outcome);
      }
      return { results, ids };
    });
  } catch (error) {
    return { results: allUndone(operations, trying, failureOf(error)), ids: nothing };
  }
}

/** Gives the unit that failed its reason, and every other operation the status 424 that names the failed one. */
function allUndone(
  operations: readonly BulkOperation[],
  failed: Unit | undefined,
  failure: Failure,
): ReadonlyMap<number, Failure> {
  const indexes = new Set(failed?.operations.map(({ index }) => index));
  const other = undone([...indexes].join(', '));
  return new Map(operations.map(({ index }) => [index, indexes.has(index) ? failure : other]));
}

/** The ids of the resources that the operations so far have created, by bulkId. */
class Ids implements BulkIds {
  readonly #ids = new Map<string, string>();

  find(bulkId: string): string | undefined {
    return this.#ids.get(bulkId);
  }

  add(done: readonly Done[]): void {
    for (const { operation, outcome } of done) {
      if (operation.method === 'POST' && operation.bulkId !== undefined) {
        this.#ids.set(operation.bulkId, outcome.id);
      }
    }
  }
}
