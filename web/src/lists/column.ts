import type { ReactNode } from 'react';

/** A column of a list of items. */
export interface Column<T> {
  readonly id: string;
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  /** The width as a track of a CSS grid; undefined: a share of the remaining width. */
  readonly width?: string;
  /**
   * The position on the card of a phone: `corner` is beside the first value, `labelled` after the column's name,
   * `hidden` is left out; undefined shows the value without a name.
   */
  readonly phone?: 'corner' | 'labelled' | 'hidden';
  /** Aligned at the end, so that digits of the same value stand below each other. */
  readonly isNumber?: boolean;
  /** Makes its header a button that sorts the list; `sorted` is the present direction, if the list is sorted by it. */
  readonly sort?: {
    readonly sorted: 'asc' | 'desc' | undefined;
    readonly onSort: () => void;
  };
}
