import type { Member } from './canonicalise.ts';
import type { Filter } from './filter-tree.ts';

/**
 * The changes that a PATCH makes to a group's members, in order, found without reading the group: the cost depends on
 * the change only. Adding an existing member and removing a missing one change nothing.
 */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly Member[] }
  | { readonly kind: 'remove'; readonly values: readonly string[] }
  | { readonly kind: 'removeAll' }
  | { readonly kind: 'replace'; readonly members: readonly Member[] }
  /** Removes the current members that match the filter. */
  | { readonly kind: 'removeWhere'; readonly filter: Filter };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns whether a text has the form of the ids that are made here, UUIDv7. The ids of Entra, which come as externalIds,
 * are UUIDs of another version.
 */
export const isOwnId = (text: string): boolean => ID.test(text);

/** The net change between two filters: may empty the group, removes some members and adds others, which differ. */
class NetChange {
  readonly #removed = new Set<string>();
  readonly #added = new Map<string, Member>();
  #emptied = false;
  /** True while all added members are named by id. */
  #hasIdsOnly = true;

  take(change: Exclude<MemberChange, { readonly kind: 'removeWhere' }>): void {
    switch (change.kind) {
      case 'add':
        this.#add(change.members);
        break;
      case 'remove':
        for (const value of change.values) {
          this.#added.delete(value);
          if (!this.#emptied) this.#removed.add(value);
        }
        break;
      case 'removeAll':
        this.#empty();
        break;
      case 'replace':
        this.#empty();
        this.#add(change.members);
        break;
    }
  }

  /**
   * Returns whether a removal may be moved before the additions here. Two different ids are two members, but an
   * externalId may name a member who was just added by id, and vice versa.
   */
  mayPrecede(values: readonly string[]): boolean {
    if (this.#added.size === 0) return true;
    return this.#hasIdsOnly && values.every(isOwnId);
  }

  #add(members: readonly Member[]): void {
    for (const member of members) {
      this.#removed.delete(member.value);
      this.#hasIdsOnly &&= isOwnId(member.value);
      if (!this.#added.has(member.value)) this.#added.set(member.value, member);
    }
  }

  #empty(): void {
    this.#emptied = true;
    this.#removed.clear();
    this.#added.clear();
  }

  get emptied(): boolean {
    return this.#emptied;
  }

  changes(): readonly MemberChange[] {
    const members = [...this.#added.values()];
    if (this.#emptied)
      return [members.length === 0 ? { kind: 'removeAll' } : { kind: 'replace', members }];
    const changes: MemberChange[] = [];
    if (this.#removed.size > 0) changes.push({ kind: 'remove', values: [...this.#removed] });
    if (members.length > 0) changes.push({ kind: 'add', members });
    return changes;
  }
}

/** The number of changes folded before other requests get a turn. */
const CHANGES_A_TURN = 500;

/**
 * Returns equivalent changes in as few steps as possible: one removal and one addition of different members, or one
 * replacement. More steps are needed around a filter, whose result depends on the steps before it, and where a removal
 * may name a member that was just added by another name.
 */
export function* foldMemberChanges(
  changes: readonly MemberChange[],
): Generator<undefined, readonly MemberChange[]> {
  let done: MemberChange[] = [];
  let netChange = new NetChange();
  for (const [at, change] of changes.entries()) {
    if (at % CHANGES_A_TURN === 0) yield;
    if (change.kind === 'removeWhere') {
      done.push(...netChange.changes(), change);
      netChange = new NetChange();
      continue;
    }
    if (change.kind === 'remove' && !netChange.mayPrecede(change.values)) {
      done.push(...netChange.changes());
      netChange = new NetChange();
    }
    netChange.take(change);
    if (netChange.emptied) done = [];
  }
  return [...done, ...netChange.changes()];
}
