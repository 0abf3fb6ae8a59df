import { asMember, type Member, membersIn } from './canonicalise.ts';
import type { Filter } from './filter-tree.ts';
import type { Handling } from './handling.ts';
import type { MemberChange } from './member-changes.ts';
import type { AttributePath } from './patch-path.ts';
import { namedForRemoval, namesNothing, type PatchVerb } from './patch-tolerance.ts';
import { readParts, readValues } from './read-value.ts';
import { resourceReference, valueSubAttribute } from './resolved-attribute.ts';
import { mutability } from './scim-error.ts';
import { idFromReference } from './tolerance.ts';

function* readMembers(
  { attribute }: AttributePath,
  raw: unknown,
  handling: Handling,
): Generator<undefined, readonly Member[]> {
  return (yield* readValues(attribute, raw, handling)).flatMap(asMember);
}

/** Returns the ids in filters such as `value eq "a" or value eq "b"`, also by `$ref`; undefined for other filters. */
function idsNamed(filter: Filter): readonly string[] | undefined {
  if (filter.kind === 'or') {
    const named = filter.filters.map(idsNamed);
    return named.every((ids) => ids !== undefined) ? named.flat() : undefined;
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  const { attribute, value } = filter;
  if (typeof value !== 'string' || attribute.parent === undefined) return undefined;
  if (attribute === valueSubAttribute(attribute.parent)) return [value];
  if (attribute !== resourceReference(attribute.parent)) return undefined;
  const id = idFromReference(value);
  return id === undefined ? [] : [id];
}

const immutable = (target: AttributePath) =>
  mutability(
    target.sub?.key ?? target.attribute.key,
    'a member is never changed; remove it and add another.',
  );

/** Returns the member that an add or replace with a filter writes; it must be the very member that the filter names. */
function writeChosen(
  target: AttributePath,
  filter: Filter,
  raw: unknown,
  handling: Handling,
): Member {
  const { attribute } = target;
  const [id, ...others] = idsNamed(filter) ?? [];
  if (id === undefined || others.length > 0) throw immutable(target);
  const parts = readParts(attribute, raw, attribute.key, handling);
  const text = (name: string): string | undefined => {
    const sub = attribute.subAttributesByName.get(name);
    const value = sub === undefined ? undefined : parts.get(sub);
    return typeof value === 'string' ? value : undefined;
  };
  if ((text('value') ?? id) !== id) throw immutable(target);
  const type = text('type');
  return type === undefined ? { value: id } : { value: id, type };
}

function* removal(
  target: AttributePath,
  raw: unknown,
  handling: Handling,
): Generator<undefined, MemberChange> {
  if (target.selection !== undefined) {
    const { filter } = target.selection;
    const values = idsNamed(filter);
    return values === undefined ? { kind: 'removeWhere', filter } : { kind: 'remove', values };
  }
  const named = namedForRemoval(raw);
  if (named === undefined) return { kind: 'removeAll' };
  const values = (yield* readMembers(target, named, handling)).map(({ value }) => value);
  if (named.length > 0 && values.length === 0) throw namesNothing(target.attribute);
  return { kind: 'remove', values };
}

/**
 * Reads one operation on a group's members in steps, without loading any member.
 * @throws ScimError 400 mutability for a change to a member itself (RFC 7643 §4.2: its sub-attributes are immutable)
 */
export function* readMemberChange(
  verb: PatchVerb,
  target: AttributePath,
  raw: unknown,
  handling: Handling,
): Generator<undefined, MemberChange> {
  if (target.sub !== undefined) throw immutable(target);
  if (verb === 'remove') return yield* removal(target, raw, handling);
  if (target.selection !== undefined) {
    const member = writeChosen(target, target.selection.filter, raw, handling);
    return { kind: 'add', members: [member] };
  }
  const elements = yield* readValues(target.attribute, raw, handling);
  return { kind: verb, members: yield* membersIn(target.attribute, raw, elements) };
}
