import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { sumOfWrites } from '#scim/prefer-handling.ts';
import {
  type BulkAction,
  type BulkCreate,
  type BulkIds,
  type BulkOperation,
  type BulkUnit,
  bulkVersionHeader,
  type ResourceType,
  resolveAction,
  resolveReferences,
  ScimError,
  splitCreate,
} from '#scim/protocol/index.ts';
import type { ScimTypes } from '#scim/scim-types.ts';
import { groupOperations } from './group-operations.ts';
import type { PasswordHashes } from './hash-passwords.ts';
import type {
  BulkContext,
  OperationOutcome,
  PasswordHash,
  ResourceOperations,
} from './operation.ts';
import { userOperations } from './user-operations.ts';

const ALL: readonly ResourceOperations[] = [userOperations, groupOperations];

/** Returns the resource types that a bulk request may operate on. */
export const bulkTypes = (types: ScimTypes): readonly ResourceType[] =>
  ALL.map(({ type }) => type(types));

/** An operation that was done. */
export interface Done {
  readonly operation: BulkOperation;
  readonly outcome: OperationOutcome;
}

/** Operations that are done together (see {@link BulkUnit}). */
export interface Unit {
  readonly kind: BulkUnit['kind'];
  readonly operations: readonly BulkOperation[];
}

export const unitOf = (unit: BulkUnit, operations: readonly BulkOperation[]): Unit => ({
  kind: unit.kind,
  operations: (unit.kind === 'single' ? [unit.index] : unit.indexes).flatMap(
    (index) => operations[index] ?? [],
  ),
});

interface Known {
  /** The ids that previous units have created. */
  readonly ids: BulkIds;
  readonly hashes: PasswordHashes;
}

/**
 * Performs one operation, or creations that refer to each other, in the caller's transaction. Keeps no state, so that
 * the transaction can be run again.
 * @throws ScimError and AppError as the single requests do; ScimError 409 for a reference that cannot be resolved
 */
export async function runUnit(
  context: BulkContext,
  tx: Tx,
  { kind, operations }: Unit,
  known: Known,
): Promise<readonly Done[]> {
  // The client decides the order of these writes, so two requests could deadlock: lock the account first (decision 55).
  if (operations.length > 1) await lockAccount(tx, context.actor.accountId);
  if (kind === 'cycle') return await runCycle(context, tx, operations, known);
  const done: Done[] = [];
  for (const operation of operations) {
    const action = resolveAction(actionOf(operation), known.ids);
    const outcome = await perform(context, tx, action, known.hashes.get(operation.index));
    done.push({ operation, outcome });
  }
  return done;
}

/** Creates every resource without its references to later ones, then adds these references (RFC 7644 §3.7.1). */
async function runCycle(
  context: BulkContext,
  tx: Tx,
  operations: readonly BulkOperation[],
  { ids, hashes }: Known,
): Promise<readonly Done[]> {
  const creations = operations.map((operation) => ({ operation, create: creationOf(operation) }));
  const pending = new Set(creations.map(({ create }) => create.bulkId));
  const created = new Map<string, string>();
  const known: BulkIds = { find: (bulkId) => created.get(bulkId) ?? ids.find(bulkId) };
  const halves: (Done & Pick<ReturnType<typeof splitCreate>, 'complete'>)[] = [];
  for (const { operation, create: whole } of creations) {
    // A thousand creations may refer to each other.
    await letOthersIn();
    const { create, complete } = splitCreate(whole, pending);
    const action = resolveAction(create, known);
    const outcome = await perform(context, tx, action, hashes.get(operation.index));
    created.set(whole.bulkId, outcome.id);
    pending.delete(whole.bulkId);
    halves.push({ operation, outcome, complete });
  }
  const done: Done[] = [];
  for (const { operation, outcome, complete } of halves) {
    await letOthersIn();
    if (complete === undefined) {
      done.push({ operation, outcome });
      continue;
    }
    const { id } = outcome;
    const data = resolveReferences(complete, known);
    const change = {
      id,
      method: 'PATCH',
      data,
      ifMatch: undefined,
      passwordHash: undefined,
    } as const;
    const after = await operationsOn(context, creationOf(operation)).change(context, tx, change);
    const counts = sumOfWrites([outcome.counts ?? {}, after.counts ?? {}]);
    done.push({ operation, outcome: { ...after, status: 201, counts } });
  }
  return done;
}

function perform(
  context: BulkContext,
  tx: Tx,
  action: BulkAction,
  passwordHash: PasswordHash,
): Promise<OperationOutcome> {
  const on = operationsOn(context, action);
  if (action.method === 'POST') return on.create(context, tx, { data: action.data, passwordHash });
  // Every reference is resolved by now; an unresolved one would get the id '', which no resource has.
  const id = action.resource.kind === 'id' ? action.resource.id : '';
  const ifMatch = bulkVersionHeader(action.version);
  if (action.method === 'DELETE') return on.delete(context, tx, { id, ifMatch });
  const { method, data } = action;
  return on.change(context, tx, { id, ifMatch, method, data, passwordHash });
}

function operationsOn({ deps }: BulkContext, { type }: BulkAction): ResourceOperations {
  const found = ALL.find((it) => it.type(deps.types) === type);
  if (!found) throw new Error(`There are no bulk operations for ${type.name}.`);
  return found;
}

function actionOf({ action }: BulkOperation): BulkAction {
  if (action instanceof ScimError) throw action;
  return action;
}

function creationOf(operation: BulkOperation): BulkCreate {
  const action = actionOf(operation);
  if (action.method !== 'POST') throw new Error('A cycle of references holds creations only.');
  return action;
}
