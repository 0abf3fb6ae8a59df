import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { MemberInput } from '#directory/rows/records.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { MemberChange } from './group-inputs.ts';
import {
  addMembers,
  idsMissing,
  type MembershipTarget,
  removeMembers,
  removeWhere,
  selectMemberIds,
} from './memberships.store.ts';
import {
  findByExternalId,
  forgetMembers,
  keepWaiting,
  rememberMembers,
} from './waiting-members.store.ts';

/** The changes that were really written. */
export interface MembershipEffect {
  readonly added: number;
  readonly removed: number;
  /** Ids that name nobody and were ignored. */
  readonly unknown: readonly string[];
  /** The ids added and removed, as far as they are known. */
  readonly addedIds: readonly string[];
  readonly removedIds: readonly string[];
}

const NOTHING: MembershipEffect = {
  added: 0,
  removed: 0,
  unknown: [],
  addedIds: [],
  removedIds: [],
};

/** Writes only the rows that differ. @throws AppError `unknown-member`, `group-cycle` */
export async function changeMembers(
  tx: Tx,
  target: MembershipTarget,
  changes: readonly MemberChange[],
  now: number,
): Promise<MembershipEffect> {
  const unknown = new Set<string>();
  let all = NOTHING;
  for (const change of changes) {
    const one = await apply(tx, target, change);
    if (target.awaits) await rememberMembers(tx, target, one.unknown, now);
    for (const id of one.unknown) unknown.add(id);
    all = {
      added: all.added + one.added,
      removed: all.removed + one.removed,
      unknown: [],
      addedIds: all.addedIds.concat(one.addedIds),
      removedIds: all.removedIds.concat(one.removedIds),
    };
  }
  return { ...all, unknown: [...unknown] };
}

async function apply(
  tx: Tx,
  target: MembershipTarget,
  change: MemberChange,
): Promise<MembershipEffect> {
  switch (change.kind) {
    case 'add': {
      const { meant: _, ...added } = await add(tx, target, change.members);
      return added;
    }
    case 'remove': {
      const removedIds = await removeAll(tx, target, change.values);
      return { ...NOTHING, removed: removedIds.length, removedIds };
    }
    case 'removeAll': {
      if (target.awaits) await keepWaiting(tx, target, []);
      const removedIds = await removeOthers(tx, target, new Set());
      return {
        ...NOTHING,
        removed: removedIds.length,
        removedIds: target.listsRemoved ? removedIds : [],
      };
    }
    case 'removeWhere':
      // Nobody knows whether the filter would match a member who does not exist yet, so none of them may join later.
      if (target.awaits) await keepWaiting(tx, target, []);
      return { ...NOTHING, ...(await removeWhere(tx, target, change.where)) };
    case 'replace': {
      // Members are added first, because that resolves which users the externalIds mean.
      const { meant: kept, ...added } = await add(tx, target, change.members);
      if (target.awaits) await keepWaiting(tx, target, added.unknown);
      const removedIds = await removeOthers(tx, target, kept);
      return {
        ...added,
        removed: removedIds.length,
        removedIds: target.listsRemoved ? removedIds : [],
      };
    }
  }
}

/** Removes members in batches, with other work let in between. */
async function removeAll(
  tx: Tx,
  target: MembershipTarget,
  values: readonly string[],
): Promise<readonly string[]> {
  const atOnce = MOST_AT_ONCE[engineOf(tx)];
  const removed: string[] = [];
  for (let from = 0; from < values.length; from += atOnce) {
    if (from > 0) await letOthersIn();
    for (const id of await remove(tx, target, values.slice(from, from + atOnce))) removed.push(id);
  }
  return removed;
}

/** Removes every member that is not in `kept`, in batches. */
async function removeOthers(
  tx: Tx,
  target: MembershipTarget,
  kept: ReadonlySet<string>,
): Promise<readonly string[]> {
  const limit = MOST_AT_ONCE[engineOf(tx)];
  const removed: string[] = [];
  for (let after = ''; ; ) {
    const ids = await selectMemberIds(tx, target, { after, limit });
    const others = ids.filter((id) => !kept.has(id));
    for (const id of await removeMembers(tx, target, others)) removed.push(id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < limit) return removed;
    after = last;
    await letOthersIn();
  }
}

/**
 * Empties a group that is about to be deleted, in batches: the rows that go with its own are deleted in one statement,
 * during which SQLite answers nobody.
 */
export async function emptyGroup(tx: Tx, accountId: string, groupId: string): Promise<void> {
  const everybody = { hidesProtected: false, listsRemoved: false };
  const target = { accountId, groupId, ...everybody, skipsUnknown: true, awaits: true };
  await keepWaiting(tx, target, []);
  await removeOthers(tx, target, new Set());
}

/** Removes members named by id or externalId, and stops awaiting the others, so that no removed member joins later. */
async function remove(
  tx: Tx,
  target: MembershipTarget,
  values: readonly string[],
): Promise<readonly string[]> {
  const removed = await removeMembers(tx, target, values);
  const gone = new Set(removed);
  const rest = target.awaits ? values.filter((value) => !gone.has(value)) : [];
  if (rest.length === 0) return removed;
  await forgetMembers(tx, target, rest);
  const named = await findByExternalId(tx, target, rest);
  return [...removed, ...(await removeMembers(tx, target, [...named.values()]))];
}

/** Adds members. `meant` holds the members as named, and the ids of those that provisioning names by externalId. */
async function add(
  tx: Tx,
  target: MembershipTarget,
  members: readonly MemberInput[],
): Promise<MembershipEffect & { readonly meant: ReadonlySet<string> }> {
  const atOnce = MOST_AT_ONCE[engineOf(tx)];
  const added: string[] = [];
  const unknown: string[] = [];
  const meant = new Set<string>();
  for (let from = 0; from < members.length; from += atOnce) {
    if (from > 0) await letOthersIn();
    const ids = members.slice(from, from + atOnce).map(({ value }) => value);
    for (const id of ids) meant.add(id);
    const one = await addMembers(tx, target, await idsMissing(tx, target, ids));
    for (const id of one.added) added.push(id);
    for (const id of one.unknown) unknown.push(id);
    for (const id of one.named) meant.add(id);
  }
  return { ...NOTHING, added: added.length, addedIds: added, unknown, meant };
}

/**
 * SQLite adds a batch in some milliseconds, during which no other request is answered. PostgreSQL works in its own
 * process and plans large statements better than small ones, but its answer is read in this one.
 */
const MOST_AT_ONCE = { sqlite: 500, postgres: 5000 } as const;

/** An audit event lists the ids of a few members; of more it gives only the number. */
const MOST_LISTED = 10;
const LONGEST_LISTED = 64;

/** Returns the detail of the audit event, whose length does not grow with the group. */
export function membershipDetail(effect: MembershipEffect): JsonObject {
  const { added, removed, unknown, addedIds, removedIds } = effect;
  return {
    added,
    removed,
    ...(isListed(addedIds) && { addedIds }),
    ...(isListed(removedIds) && { removedIds }),
    ...(unknown.length > 0 && { unknown: unknown.length }),
    ...(isListed(unknown) && { unknownIds: unknown.map((id) => id.slice(0, LONGEST_LISTED)) }),
  };
}

const isListed = (ids: readonly string[]): boolean => ids.length > 0 && ids.length <= MOST_LISTED;
