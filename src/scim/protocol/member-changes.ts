import type { Member } from './canonicalise.ts';
import type { Filter } from './filter-tree.ts';

/**
 * What a PATCH does to a group's membership, without a look at it: its cost follows the change, not the group. In
 * order; adding who is there and removing who is not change nothing.
 */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly Member[] }
  | { readonly kind: 'remove'; readonly values: readonly string[] }
  | { readonly kind: 'removeAll' }
  | { readonly kind: 'replace'; readonly members: readonly Member[] }
  /** Of the members as they are then, those that the filter is true of. */
  | { readonly kind: 'removeWhere'; readonly filter: Filter };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What happens between two filters: who was there may go, some go, some come, and nobody does both. */
class Stretch {
  readonly #removed = new Set<string>();
  readonly #added = new Map<string, Member>();
  #emptied = false;
  /** Whether all that was ever added is called by id. */
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
   * Whether a removal may be told before what was added here: two texts mean two people where both are ids, but an
   * externalId may mean somebody who was just added by an id, or the other way round.
   */
  mayPrecede(values: readonly string[]): boolean {
    if (this.#added.size === 0) return true;
    return this.#hasIdsOnly && values.every((text) => ID.test(text));
  }

  #add(members: readonly Member[]): void {
    for (const member of members) {
      this.#removed.delete(member.value);
      this.#hasIdsOnly &&= ID.test(member.value);
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

/** Changes folded without letting others in. */
const CHANGES_A_TURN = 500;

/**
 * The same changes in as few steps as will do: one removal and one addition of different members, or one replacement,
 * and more only around a filter, whose answer depends on what came before it.
 */
export function* foldMemberChanges(
  changes: readonly MemberChange[],
): Generator<undefined, readonly MemberChange[]> {
  let done: MemberChange[] = [];
  let stretch = new Stretch();
  for (const [at, change] of changes.entries()) {
    if (at % CHANGES_A_TURN === 0) yield;
    if (change.kind === 'removeWhere') {
      done.push(...stretch.changes(), change);
      stretch = new Stretch();
      continue;
    }
    if (change.kind === 'remove' && !stretch.mayPrecede(change.values)) {
      done.push(...stretch.changes());
      stretch = new Stretch();
    }
    stretch.take(change);
    if (stretch.emptied) done = [];
  }
  return [...done, ...stretch.changes()];
}
