import type { AnswerOrder, SortColumn, SortKey } from './answer-order.ts';
import { type OrderPosition, RANKS, termRange, unitRanks } from './order-terms.store.ts';

/**
 * A part of an order that one index reads in order. The parts of an order follow each other: for a field, first the
 * forms with a number, unit by unit, then those with a text, then those without an answer, by the keys that remain.
 */
export interface Segment {
  /** What the index is sorted by. `number` without a key sorts forms that nothing else sorts. */
  readonly by:
    | {
        readonly field: string;
        readonly value: 'number' | 'text';
        /** How the values of these forms sort among others of the field. */
        readonly rank: number;
        readonly at: number;
      }
    | { readonly column: Exclude<SortColumn, 'status'>; readonly at: number }
    | { readonly column: 'number'; readonly at: undefined };
  readonly direction: 'asc' | 'desc';
  /** The positions of keys of fields that these forms have no answer to. */
  readonly blank: readonly number[];
  readonly status: { readonly is: 'draft' | 'complete'; readonly at: number } | undefined;
}

const STATUSES = ['complete', 'draft'] as const;

/** Returns the parts of an order, in order. */
export const segmentsOf = (order: AnswerOrder): readonly Segment[] =>
  partsFrom(order, 0, { blank: [], status: undefined });

type Fixed = Pick<Segment, 'blank' | 'status'>;

function partsFrom(order: AnswerOrder, at: number, fixed: Fixed): readonly Segment[] {
  const key = order[at];
  if (!key) return [{ by: { column: 'number', at: undefined }, direction: 'asc', ...fixed }];
  const { direction } = key;
  if ('field' in key) {
    const { field, units } = key;
    return [
      ...unitRanks(units).map(
        (rank): Segment => ({ by: { field, value: 'number', rank, at }, direction, ...fixed }),
      ),
      { by: { field, value: 'text', rank: RANKS.text, at }, direction, ...fixed },
      ...partsFrom(order, at + 1, { ...fixed, blank: [...fixed.blank, at] }),
    ];
  }
  if (key.column === 'status') return byStatus(order, at, key, fixed);
  return [{ by: { column: key.column, at }, direction, ...fixed }];
}

function byStatus(order: AnswerOrder, at: number, key: SortKey, fixed: Fixed): readonly Segment[] {
  const statuses = key.direction === 'asc' ? STATUSES : STATUSES.toReversed();
  return statuses.flatMap((is) => partsFrom(order, at + 1, { ...fixed, status: { is, at } }));
}

/** Returns whether the form at a position belongs to a part. */
export function holds(order: AnswerOrder, segment: Segment, position: OrderPosition): boolean {
  const { by, blank, status } = segment;
  const startOf = (at: number) => position[termRange(order, at)[0]];
  if (status && startOf(status.at) !== status.is) return false;
  if (!blank.every((at) => startOf(at) === RANKS.blank)) return false;
  return !('field' in by) || startOf(by.at) === by.rank;
}
