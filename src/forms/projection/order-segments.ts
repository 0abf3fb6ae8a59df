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
        /** Returns whether there is anything to read when forms are of these versions; undefined while all units agree. */
        readonly isAmong: ((versions: ReadonlySet<string>) => boolean) | undefined;
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
      ...unitRanks(units).map((rank, i): Segment => {
        const isAmong = units.length > 1 ? amongUnit(units, i) : undefined;
        return { by: { field, value: 'number', rank, at, isAmong }, direction, ...fixed };
      }),
      {
        by: { field, value: 'text', rank: RANKS.text, at, isAmong: undefined },
        ...{ direction, ...fixed },
      },
      ...partsFrom(order, at + 1, { ...fixed, blank: [...fixed.blank, at] }),
    ];
  }
  if (key.column === 'status') return byStatus(order, at, key, fixed);
  return [{ by: { column: key.column, at }, direction, ...fixed }];
}

/** Versions that are not known belong to the last unit. */
function amongUnit(
  units: readonly (readonly string[])[],
  at: number,
): (versions: ReadonlySet<string>) => boolean {
  if (at < units.length - 1)
    return (versions) => units[at]?.some((id) => versions.has(id)) ?? false;
  const others = new Set(units.slice(0, -1).flat());
  return (versions) => [...versions].some((id) => !others.has(id));
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
