import { bulkIdsIn } from './bulk-references.ts';
import type { BulkAction, BulkOperation } from './bulk-request.ts';
import { ScimError } from './scim-error.ts';
import { strongComponents } from './strong-components.ts';

/** Operations done together: a single one, or creations that refer to each other, or one that refers to itself. */
export type BulkUnit =
  | { readonly kind: 'single'; readonly index: number }
  | { readonly kind: 'cycle'; readonly indexes: readonly number[] };

const actionsOf = (operations: readonly BulkOperation[]): readonly (BulkAction | undefined)[] =>
  operations.map(({ action }) => (action instanceof ScimError ? undefined : action));

/** Returns a name for the resource that an operation changes, so that two changes of one resource keep their order. */
function targetOf(action: BulkAction): string | undefined {
  if (action.method === 'POST') return undefined;
  const { type, resource } = action;
  return resource.kind === 'bulkId'
    ? `bulkId ${resource.bulkId}`
    : `id ${type.name} ${resource.id}`;
}

/** Returns the operations that must precede each one: the creations it refers to, the last change of its resource. */
function* prerequisites(
  actions: readonly (BulkAction | undefined)[],
): Generator<undefined, readonly (readonly number[])[]> {
  const creators = new Map<string, number>();
  for (const [index, action] of actions.entries()) {
    if (action?.method === 'POST') creators.set(action.bulkId, index);
  }
  const lastOn = new Map<string, number>();
  const all: (readonly number[])[] = [];
  for (const [index, action] of actions.entries()) {
    if (index % ACTIONS_A_TURN === 0) yield;
    if (action === undefined) {
      all.push([]);
      continue;
    }
    const needs = [...bulkIdsIn(action)].map((bulkId) => creators.get(bulkId));
    const target = targetOf(action);
    if (target !== undefined) {
      needs.push(lastOn.get(target));
      lastOn.set(target, index);
    }
    all.push([...new Set(needs.filter((it) => it !== undefined))]);
  }
  return all;
}

/** The number of actions searched for references before other requests get a turn; each may have thousands. */
const ACTIONS_A_TURN = 20;

/** Operations that are done together, and the groups that wait for them. */
type Group = { readonly indexes: readonly number[]; waiting: number; readonly releases: Group[] };

const firstOf = ({ indexes: [first = 0] }: Group): number => first;

function groupsOf(needs: readonly (readonly number[])[]): readonly Group[] {
  const groups = strongComponents(needs).map(
    (indexes): Group => ({
      indexes: [...indexes].sort((one, other) => one - other),
      waiting: 0,
      releases: [],
    }),
  );
  const groupOf = new Map(groups.flatMap((it) => it.indexes.map((index) => [index, it] as const)));
  for (const group of groups) {
    const needed = new Set(
      group.indexes.flatMap((index) => needs[index] ?? []).map((it) => groupOf.get(it)),
    );
    needed.delete(group);
    group.waiting = needed.size;
    for (const other of needed) other?.releases.push(group);
  }
  return groups;
}

/** Returns the groups in order: of all groups that no longer wait, the one given first comes next. */
function inOrder(groups: readonly Group[], count: number): readonly Group[] {
  const pending = new Map(groups.map((group) => [firstOf(group), group]));
  const done: Group[] = [];
  let at = 0;
  while (at < count) {
    const group = pending.get(at);
    at += 1;
    if (group === undefined || group.waiting > 0) continue;
    pending.delete(firstOf(group));
    done.push(group);
    for (const released of group.releases) {
      released.waiting -= 1;
      if (released.waiting === 0) at = Math.min(at, firstOf(released));
    }
  }
  return done;
}

/**
 * Plans the order of execution (RFC 7644 §3.7, §3.7.1): as given, except that an operation that refers to a resource
 * waits until that is created. Two changes of one resource keep their order, and invalid operations their position.
 * Every operation is in exactly one unit.
 */
export function* planBulkInParts(
  operations: readonly BulkOperation[],
): Generator<undefined, readonly BulkUnit[]> {
  const needs = yield* prerequisites(actionsOf(operations));
  yield;
  return inOrder(groupsOf(needs), operations.length).map(({ indexes }): BulkUnit => {
    const [first = 0] = indexes;
    const alone = indexes.length === 1 && needs[first]?.includes(first) !== true;
    return alone ? { kind: 'single', index: first } : { kind: 'cycle', indexes };
  });
}
