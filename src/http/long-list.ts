import { counted } from '#kernel/counted.ts';
import { type Fault, faultAt, type Position, property } from './fault.ts';

/**
 * Returns the fault of the first list that is longer than its schema allows. It runs before the check of the body,
 * because checking eight thousand short texts takes ten milliseconds. A list that several alternatives of an `anyOf`
 * describe must be short enough for each of them.
 */
export function findLongList(
  schema: unknown,
  value: unknown,
  at: Position = [],
): Fault | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const alternative of Object.values(property(schema, 'anyOf') ?? [])) {
    const found = findLongList(alternative, value, at);
    if (found) return found;
  }
  return Array.isArray(value) ? faultOfList(schema, value, at) : faultOfMembers(schema, value, at);
}

function faultOfList(schema: unknown, list: readonly unknown[], at: Position): Fault | undefined {
  const most = Number(property(schema, 'maxItems') ?? Number.POSITIVE_INFINITY);
  if (list.length > most) {
    const because = { reason: 'too-many-items', limit: most } as const;
    return faultAt(at, `must not have more than ${counted(most, 'item')}`, because);
  }
  const items = property(schema, 'items');
  for (const [index, element] of list.entries()) {
    const found = findLongList(items, element, [...at, index]);
    if (found) return found;
  }
  return undefined;
}

function faultOfMembers(schema: unknown, object: object, at: Position): Fault | undefined {
  for (const [name, member] of Object.entries(property(schema, 'properties') ?? {})) {
    const found = findLongList(member, property(object, name), [...at, name]);
    if (found) return found;
  }
  return undefined;
}
