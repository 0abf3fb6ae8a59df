import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { sumOf } from '#scim/prefer-handling.ts';
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
import type { BulkContext, Outcome, PasswordHash, ResourceOperations } from './operation.ts';
import { userOperations } from './user-operations.ts';

const ALL: readonly ResourceOperations[] = [userOperations, groupOperations];

/** The types that a bulk request may be about. */
export const bulkTypes = (types: ScimTypes): readonly ResourceType[] =>
  ALL.map(({ type }) => type(types));

/** An operation that was done. */
export interface Done {
  readonly operation: BulkOperation;
  readonly outcome: Outcome;
}

/** What is done together (see {@link BulkUnit}). */
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
  /** What units before this one have created. */
  readonly ids: BulkIds;
  readonly hashes: PasswordHashes;
}

/**
 * One operation, or creations that refer to each other, in the caller's transaction. Keeps nothing, so that it can run
 * again when the transaction does.
 * @throws ScimError and AppError as the single requests do; ScimError 409 for a reference that stands for nothing
 */
export async function runUnit(
  context: BulkContext,
  tx: Tx,
  { kind, operations }: Unit,
  known: Known,
): Promise<readonly Done[]> {
  // Several writes, of what others hold too, in whatever order the client named them.
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

/** First everything without what refers to later ones, then these references (RFC 7644 §3.7.1). */
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
    // A thousand may refer to each other.
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
    const notes = sumOf([outcome.notes ?? {}, after.notes ?? {}]);
    done.push({ operation, outcome: { ...after, status: 201, notes } });
  }
  return done;
}

function perform(
  context: BulkContext,
  tx: Tx,
  action: BulkAction,
  passwordHash: PasswordHash,
): Promise<Outcome> {
  const on = operationsOn(context, action);
  if (action.method === 'POST') return on.create(context, tx, { data: action.data, passwordHash });
  // Resolved: what is left of a reference would be no id of ours, and so nobody's.
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
