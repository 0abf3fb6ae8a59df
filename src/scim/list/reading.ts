import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '#scim/filter/operand.ts';
import type { SortKey } from '#scim/filter/sort-key.ts';
import type { CursorPosition, Direction, SortOrder } from '#scim/protocol/index.ts';

/** How a sorted list is read. Rows without a value come last in ascending order, first in descending order. */
export interface Reading {
  readonly order: SortOrder;
  readonly direction: Direction;
}

/** The resource after which reading continues. */
export type ListPosition = Pick<CursorPosition, 'key' | 'id'>;

/** A part of a list that one range of an index holds in order. */
export interface Segment {
  readonly where: Condition | undefined;
  /** False when all rows have the same key or none, so that only the id orders them. */
  readonly byKey: boolean;
}

/** Returns whether keys ascend in reading order, so that rows without a key come last. */
const keysRise = ({ order, direction }: Reading): boolean =>
  (order === 'ascending') === (direction === 'forward');

/** Returns the segments of a list after a position, or from its start, in reading order. */
export function segmentsOf(
  key: SortKey | undefined,
  id: RawBuilder<string>,
  reading: Reading,
  position: ListPosition | undefined,
): readonly Segment[] {
  const rising = keysRise(reading);
  if (!key) return withoutKeys(id, reading, position);
  const { ref, required } = key;
  const none: readonly Segment[] = required
    ? []
    : [{ where: sql<boolean>`${ref} is null`, byKey: false }];
  const some: Segment = {
    where: required ? undefined : sql<boolean>`${ref} is not null`,
    byKey: true,
  };
  if (!position) return rising ? [some, ...none] : [...none, some];
  const beyond = behind(id, reading, position);
  if (position.key === undefined) {
    const rest: Segment = { where: sql<boolean>`(${ref} is null and ${beyond})`, byKey: false };
    return rising ? [rest] : [rest, some];
  }
  const value = typeof position.key === 'boolean' ? Number(position.key) : position.key;
  const equal = sql<boolean>`(${ref} = ${value} and ${beyond})`;
  const further = rising ? sql<boolean>`${ref} > ${value}` : sql<boolean>`${ref} < ${value}`;
  return [{ where: equal, byKey: false }, { where: further, byKey: true }, ...(rising ? none : [])];
}

function withoutKeys(
  id: RawBuilder<string>,
  reading: Reading,
  position: ListPosition | undefined,
): readonly Segment[] {
  if (!position) return [{ where: undefined, byKey: false }];
  if (position.key === undefined) return [{ where: behind(id, reading, position), byKey: false }];
  return keysRise(reading) ? [{ where: undefined, byKey: false }] : [];
}

const behind = (
  id: RawBuilder<string>,
  { direction }: Reading,
  position: ListPosition,
): Condition =>
  direction === 'forward'
    ? sql<boolean>`${id} > ${position.id}`
    : sql<boolean>`${id} < ${position.id}`;

/** Returns the `order by` of one segment, or of several together. */
export function orderBy(
  reading: Reading,
  { key, id }: { readonly key: RawBuilder<unknown> | undefined; readonly id: RawBuilder<unknown> },
  among: 'values' | 'all',
): RawBuilder<unknown> {
  const ids = reading.direction === 'forward' ? sql`${id}` : sql`${id} desc`;
  if (!key) return ids;
  const nulls =
    among === 'values' ? sql`` : keysRise(reading) ? sql` nulls last` : sql` nulls first`;
  return keysRise(reading) ? sql`${key}${nulls}, ${ids}` : sql`${key} desc${nulls}, ${ids}`;
}
