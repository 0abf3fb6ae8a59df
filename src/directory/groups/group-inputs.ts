import type { Group, MemberInput, Origin } from '#directory/rows/records.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { MemberCondition } from './memberships.store.ts';

/** The treatment of a member id that names nobody: an error, or it is ignored and, over SCIM, remembered. */
export type UnknownMembers = 'refuse' | 'skip';

export interface NewGroup {
  readonly attributes: JsonObject;
  readonly members: readonly MemberInput[];
  readonly origin: Origin;
  /** Undefined: refuse. */
  readonly unknownMembers?: UnknownMembers | undefined;
}

/** Applied in order. Adding a member again and removing a non-member change nothing. */
export type MemberChange =
  | { readonly kind: 'add'; readonly members: readonly MemberInput[] }
  | { readonly kind: 'remove'; readonly values: readonly string[] }
  | { readonly kind: 'removeAll' }
  | { readonly kind: 'replace'; readonly members: readonly MemberInput[] }
  | { readonly kind: 'removeWhere'; readonly where: MemberCondition };

export interface GroupChange {
  /** Returns the new state of the locked group. It must be pure, because it runs again when the transaction does. */
  readonly change: (before: Group) => {
    readonly attributes: JsonObject;
    /** Empty: the membership stays as it is. */
    readonly members: readonly MemberChange[];
  };
  readonly ifVersion?: number | undefined;
  readonly unknownMembers?: UnknownMembers | undefined;
}
