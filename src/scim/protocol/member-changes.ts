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

/** What happens between two filters: who was there may go, some go, some come, and nobody does both. */
class Stretch {
  readonly #removed = new Set<string>();
  readonly #added = new Map<string, Member>();
  #emptied = false;

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

  #add(members: readonly Member[]): void {
    for (const member of members) {
      this.#removed.delete(member.value);
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

/**
 * The same changes in as few steps as will do: one removal and one addition of different members, or one replacement,
 * and more only around a filter, whose answer depends on what came before it.
 */
export function foldMemberChanges(changes: readonly MemberChange[]): readonly MemberChange[] {
  let done: MemberChange[] = [];
  let stretch = new Stretch();
  for (const change of changes) {
    if (change.kind === 'removeWhere') {
      done.push(...stretch.changes(), change);
      stretch = new Stretch();
      continue;
    }
    stretch.take(change);
    if (stretch.emptied) done = [];
  }
  return [...done, ...stretch.changes()];
}
