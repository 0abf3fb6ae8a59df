// What a cursor of changes is worth after PostgreSQL went on with a standby or went back to a moment. Numbers are given in
// the order of the write-ahead log. So a number that is not higher than the head at the moment when a branch of the log
// began was kept by that branch, with every number before it; a higher one may have been lost and given anew.

/** The highest numbers of an account: of changes of its forms, and of its assignments. */
export interface Numbers {
  readonly seq: number;
  readonly work_seq: number;
}

/** Which changes a head counts: those of forms, or those of assignments. */
export type HeadColumn = keyof Numbers;

/** The numbers that were there when a timeline of PostgreSQL was first met. */
export interface Branch extends Numbers {
  /** It differs in two databases that went on from the same moment, which may both be on timeline 2. */
  readonly id: string;
  /** The timeline, as PostgreSQL names it in its files. */
  readonly timeline: string;
}

/** The last numbers that were given, and the state of the storage that they belong to. */
export interface ChangeHead extends Numbers {
  /** It changes when a backup is restored or the storage moves. */
  readonly epoch: string;
  /** Undefined on SQLite, and where PostgreSQL tells it to nobody. */
  readonly timeline: string | undefined;
  /** Oldest first; empty until the first cursor is made where PostgreSQL tells its timeline. */
  readonly branches: readonly Branch[];
}

/** A cursor from before the oldest of these is refused. */
const MOST_BRANCHES = 50;

/** Whether the head knows the timeline that the storage is on. */
export const isOnNewTimeline = ({
  timeline,
  branches,
}: Pick<ChangeHead, 'timeline' | 'branches'>): boolean =>
  timeline !== undefined && branches.at(-1)?.timeline !== timeline;

/** Returns the branches with one that begins now. */
export const withBranch = (
  branches: readonly Branch[],
  { id, timeline, seq, work_seq }: Branch,
): readonly Branch[] => [...branches, { id, timeline, seq, work_seq }].slice(-MOST_BRANCHES);

/** Returns the state of the storage as its server tells it, which differs after each change of servers. */
export const serverStateOf = ({ epoch, timeline }: ChangeHead): string =>
  timeline === undefined ? epoch : `${epoch}:${timeline}`;

/** Returns what a cursor says of the state of the storage: a word without white space, or nothing. */
export function storageStateOf(head: ChangeHead): string {
  const branch = head.branches.at(-1);
  return branch === undefined ? serverStateOf(head) : `${head.epoch}:${branch.id}`;
}

/** Whether everything up to a number, as a cursor names it, is in the storage as it is now. */
export function isKept(
  head: ChangeHead,
  column: HeadColumn,
  cursor: { readonly state: string; readonly seq: number },
): boolean {
  if (cursor.seq > head[column]) return false;
  const { epoch, branches } = head;
  // A node of 0.2.0 says the timeline, and a storage that cannot be written to has no branch for its own.
  if (cursor.state === serverStateOf(head)) return true;
  const from = branches.findIndex(({ id }) => cursor.state === `${epoch}:${id}`);
  return from >= 0 && branches.slice(from + 1).every((branch) => cursor.seq <= branch[column]);
}
