import type { AnswerOrder, SortColumn, SortKey } from './answer-order.ts';
import { type OrderPosition, RANKS, termRange, unitRanks } from './order-terms.store.ts';

/**
 * A part of an order whose forms one index has in this order. The parts follow each other. A key that is a field has
 * first the forms with a number, unit by unit, then those with a text, and then those without an answer, which the next
 * key sorts. `at` is everywhere the position of a key in the order.
 */
export interface Segment {
  /** What the index is sorted by. Forms that no key sorts, except by status, are sorted by number, without an `at`. */
  readonly by:
    | {
        readonly field: string;
        readonly value: 'number' | 'text';
        /** The rank of these values among all values of the field: see {@link unitRanks} and {@link RANKS}. */
        readonly rank: number;
        readonly at: number;
        /**
         * Returns whether forms of these versions may be in this part, which has the numbers in one unit; undefined
         * unless the field has several units.
         */
        readonly mayHold: ((versions: ReadonlySet<string>) => boolean) | undefined;
      }
    | { readonly column: Exclude<SortColumn, 'status'>; readonly at: number }
    | { readonly column: 'number'; readonly at: undefined };
  readonly direction: 'asc' | 'desc';
  /** The keys whose fields these forms have no answer to. */
  readonly blank: readonly number[];
  readonly status: { readonly is: 'draft' | 'complete'; readonly at: number } | undefined;
}

/** In the order of the database, which sorts them as texts. */
const STATUSES = ['complete', 'draft'] as const;

/** Returns the parts of an order, the first one first. */
export const segmentsOf = (order: AnswerOrder): readonly Segment[] =>
  partsFrom(order, 0, { blank: [], status: undefined });

/** What the keys before have in common for all forms of a part. */
type Fixed = Pick<Segment, 'blank' | 'status'>;

function partsFrom(order: AnswerOrder, at: number, fixed: Fixed): readonly Segment[] {
  const key = order[at];
  if (!key) return [{ by: { column: 'number', at: undefined }, direction: 'asc', ...fixed }];
  const { direction } = key;
  if ('field' in key) {
    const { field, units } = key;
    return [
      ...unitRanks(units).map((rank, i): Segment => {
        const mayHold = units.length > 1 ? hasUnit(units, i) : undefined;
        return { by: { field, value: 'number', rank, at, mayHold }, direction, ...fixed };
      }),
      {
        by: { field, value: 'text', rank: RANKS.text, at, mayHold: undefined },
        direction,
        ...fixed,
      },
      ...partsFrom(order, at + 1, { ...fixed, blank: [...fixed.blank, at] }),
    ];
  }
  if (key.column === 'status') return byStatus(order, at, key, fixed);
  return [{ by: { column: key.column, at }, direction, ...fixed }];
}

/**
 * Returns whether one of the versions asks for a unit. Versions that no unit names belong to the last one, as in
 * `rankOf`.
 */
function hasUnit(
  units: readonly (readonly string[])[],
  index: number,
): (versions: ReadonlySet<string>) => boolean {
  if (index < units.length - 1)
    return (versions) => units[index]?.some((id) => versions.has(id)) ?? false;
  const others = new Set(units.slice(0, -1).flat());
  return (versions) => [...versions].some((id) => !others.has(id));
}

function byStatus(order: AnswerOrder, at: number, key: SortKey, fixed: Fixed): readonly Segment[] {
  const statuses = key.direction === 'asc' ? STATUSES : STATUSES.toReversed();
  return statuses.flatMap((is) => partsFrom(order, at + 1, { ...fixed, status: { is, at } }));
}

/** Returns whether the form at a position of the order belongs to the part. */
export function isInSegment(
  order: AnswerOrder,
  segment: Segment,
  position: OrderPosition,
): boolean {
  const { by, blank, status } = segment;
  const startOf = (at: number) => position[termRange(order, at)[0]];
  if (status && startOf(status.at) !== status.is) return false;
  if (!blank.every((at) => startOf(at) === RANKS.blank)) return false;
  return !('field' in by) || startOf(by.at) === by.rank;
}
