// How the table of answers is shown: one object, kept in the address as text, so that a link or a saved view holds it.
/** The ids of columns that are properties of the form. */
const FORM_COLUMNS = [
  ...['name', 'number', 'row', 'status', 'lastUpdateDate'],
  ...['createdBy', 'assignedTo', 'createdDate'],
  ...['dueDate', 'completedDate', 'completedOnDeviceDate'],
] as const;

export interface SortKey {
  /** The id of a column. */
  readonly id: string;
  readonly direction: 'asc' | 'desc';
}

export interface TableState {
  /** At most two. */
  readonly sort: readonly SortKey[];
  /** In order. */
  readonly columns: readonly string[];
  /** The columns that stay in view, at most three, in order. */
  readonly pinned: readonly string[];
  /** In pixels, by column. */
  readonly widths: Readonly<Record<string, number>>;
}

/** The state as parameters of the address. */
export interface TableSearch {
  /** As the API takes it: `id desc,name asc`. */
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
  readonly pin?: string | undefined;
  /** `id:200,name:300`. */
  readonly widths?: string | undefined;
}

export const MOST_SHOWN = 30;
export const MOST_PINNED = 3;
const MOST_SORTED = 2;
/** The fields that are columns until somebody chooses others. */
const FIRST_SHOWN = 8;
const MIN_WIDTH = 80;
const MAX_WIDTH = 800;
const WIDTH_STEP = 40;

/**
 * Returns the state that an address holds. Unknown columns are ignored.
 * @param own the ids of the fields that may be columns
 * @param first the columns before them, until somebody chooses others
 */
export function readTable(
  search: TableSearch,
  own: readonly string[],
  first: readonly string[] = ['name'],
): TableState {
  const known = new Set<string>([...FORM_COLUMNS, ...own]);
  const listed = (text: string) => unique(text.split(',')).filter((id) => known.has(id));
  const columns =
    search.columns === undefined
      ? [...first, ...own.slice(0, FIRST_SHOWN), 'status', 'lastUpdateDate']
      : withName(listed(search.columns)).slice(0, MOST_SHOWN);
  const shown = new Set(columns);
  const pinned = search.pin === undefined ? ['name'] : listed(search.pin);
  return {
    sort: readSort(search.sort).filter(({ id }) => known.has(id)),
    columns,
    pinned: pinned.filter((id) => shown.has(id)).slice(0, MOST_PINNED),
    widths: readWidths(search.widths),
  };
}

export const writeTable = ({ sort, columns, pinned, widths }: TableState): TableSearch => ({
  sort: sort.map(({ id, direction }) => `${id} ${direction}`).join(',') || undefined,
  columns: columns.join(','),
  pin: pinned.length === 1 && pinned[0] === 'name' ? undefined : pinned.join(',') || 'none',
  widths:
    Object.entries(widths)
      .map(([id, width]) => `${id}:${width}`)
      .join(',') || undefined,
});

/** The name of a form leads to it, and is always there. */
const withName = (ids: readonly string[]): readonly string[] =>
  ids.includes('name') ? ids : ['name', ...ids];

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

const readSort = (text = ''): readonly SortKey[] =>
  text
    .split(',')
    .flatMap((part): readonly SortKey[] => {
      const [id = '', direction = 'asc'] = part.trim().split(' ');
      return id === '' ? [] : [{ id, direction: direction === 'desc' ? 'desc' : 'asc' }];
    })
    .slice(0, MOST_SORTED);

const readWidths = (text = ''): Readonly<Record<string, number>> =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [id = '', width] = part.split(':');
      const pixels = Math.round(Number(width));
      return Number.isFinite(pixels) && id !== '' ? [[id, bounded(pixels)]] : [];
    }),
  );

const bounded = (pixels: number): number => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, pixels));

/** Returns the columns as they stand: pinned ones first. */
export const inOrder = ({ columns, pinned }: TableState): readonly string[] => [
  ...pinned,
  ...columns.filter((id) => !pinned.includes(id)),
];

/** Sorts by a column, then the other way round, then by nothing. */
export function toggleSort(state: TableState, id: string): TableState {
  const [first] = state.sort;
  if (first?.id !== id) return sortBy(state, { id, direction: 'asc' });
  return first.direction === 'asc'
    ? sortBy(state, { id, direction: 'desc' })
    : { ...state, sort: state.sort.slice(1) };
}

export const sortBy = (state: TableState, key: SortKey): TableState => ({ ...state, sort: [key] });

/** Sorts forms that the first key leaves equal. */
export const thenBy = (state: TableState, key: SortKey): TableState => ({
  ...state,
  sort: [...state.sort.filter(({ id }) => id !== key.id).slice(0, 1), key],
});

/** Moves a column among those that are pinned as it is. */
export function move(state: TableState, id: string, by: -1 | 1): TableState {
  const isPinned = state.pinned.includes(id);
  const order = isPinned
    ? [...state.pinned]
    : state.columns.filter((each) => !state.pinned.includes(each));
  const at = order.indexOf(id);
  const other = order[at + by];
  if (at < 0 || other === undefined) return state;
  order[at] = other;
  order[at + by] = id;
  return isPinned
    ? { ...state, pinned: order }
    : { ...state, columns: [...state.pinned, ...order] };
}

export const canMove = (state: TableState, id: string, by: -1 | 1): boolean =>
  move(state, id, by) !== state;

export const pin = (state: TableState, id: string): TableState =>
  state.pinned.length >= MOST_PINNED ? state : { ...state, pinned: [...state.pinned, id] };

export const unpin = (state: TableState, id: string): TableState => ({
  ...state,
  pinned: state.pinned.filter((each) => each !== id),
});

export const hide = (state: TableState, id: string): TableState => ({
  ...unpin(state, id),
  columns: state.columns.filter((each) => each !== id),
});

/** Shows or hides a column; a new one comes last. */
export function choose(state: TableState, id: string, isShown: boolean): TableState {
  if (!isShown) return hide(state, id);
  if (state.columns.includes(id) || state.columns.length >= MOST_SHOWN) return state;
  return { ...state, columns: [...state.columns, id] };
}

export const widthOf = (state: TableState, id: string): number =>
  state.widths[id] ??
  (id === 'name' ? 240 : id === 'number' || id === 'row' ? 96 : id === 'status' ? 128 : 160);

export const resize = (state: TableState, id: string, pixels: number): TableState => ({
  ...state,
  widths: { ...state.widths, [id]: bounded(Math.round(pixels)) },
});

export const widen = (state: TableState, id: string, steps: -1 | 1): TableState =>
  resize(state, id, widthOf(state, id) + steps * WIDTH_STEP);
