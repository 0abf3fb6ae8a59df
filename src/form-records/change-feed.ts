import type { Reader, Tx } from '#db/database.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { readHeadForCursor } from './change-head.store.ts';
import { type ChangeHead, type HeadColumn, isKept, storageStateOf } from './change-head.ts';
import type { Numbering } from './form-change.store.ts';
import { type Visibility, visibilityOf } from './visibility.ts';

/** What others keep a copy of: forms, or assignments (docs/decisions/0030-change-cursor.md). */
export interface ChangeFeed<Row extends { readonly seq: number }> {
  /** What its cursors are sealed for. */
  readonly name: string;
  /** Where its list is read: a path. */
  readonly address: string;
  readonly head: HeadColumn;
  /** Returns whether changes wait for a number. */
  hasPending(db: Reader, accountId: string): Promise<boolean>;
  /** Assigns numbers to at most so many committed changes. @returns how many */
  numberPending(tx: Tx, accountId: string, numbering: Numbering): Promise<number>;
  /** Returns the changes after a number, in order. */
  listChanges(db: Reader, accountId: string, after: number, limit: number): Promise<readonly Row[]>;
  isSeen(visibility: Exclude<Visibility, 'all'>, row: Row): boolean;
  /** Returns what is changed in its current state, or its deletion. */
  toItems(rows: readonly Row[]): Promise<readonly object[]>;
}

/** The initial cursor of a poller: everything counts as changed. */
const START = '0';
/** The most changes that get a number in one request, and that are read for the page of somebody who does not see everything. */
const BATCH = 1000;

type CursorDeps = Pick<FormsDeps, 'db' | 'ids' | 'seal'>;
type Deps = CursorDeps & Pick<FormsDeps, 'directory' | 'publicUrl'>;

/**
 * Returns what changed after a cursor, each once, in its current state. All changes committed before the request are on
 * this page or on the pages that follow from `next`.
 */
export async function replyWithFeed<Row extends { readonly seq: number }>(
  deps: Deps,
  request: Request<UserPrincipal>,
  feed: ChangeFeed<Row>,
  { changedSince, pageSize }: { readonly changedSince: string; readonly pageSize: number },
): Promise<Reply> {
  const { db, ids, directory, seal, publicUrl } = deps;
  const { principal } = request;
  const { accountId } = principal;
  const context = contextOf(feed, principal);
  // Read before the page: where another server took over meanwhile, the cursor belongs to the state before.
  const head = await readHeadForCursor(db, accountId, ids.next());
  const after =
    changedSince === START ? 0 : openCursor(seal.open(context, changedSince), head, feed.head);
  const visibility = await visibilityOf(db.reader, directory, principal);
  const page = await readPage(deps, feed, { accountId, visibility, after, pageSize });
  // Reads may see a number that another poller has just assigned before it is on disk.
  if (page.end > after) await db.settled();
  const cursor = cursorAt(seal, context, head, page.end);
  const next = `<${publicUrl()}${feed.address}?changedSince=${cursor}&pageSize=${pageSize}>; rel="next"`;
  return replyWith(request, await feed.toItems(page.rows), {
    'x-change-cursor': cursor,
    ...(page.hasMore && { link: next }),
  });
}

/** Returns the cursor for a poller that now reads everything: every change that it may miss comes after the cursor. */
export async function cursorOfFeed(
  { db, ids, seal }: CursorDeps,
  principal: UserPrincipal,
  feed: Pick<ChangeFeed<never>, 'name' | 'head'>,
): Promise<string> {
  const head = await readHeadForCursor(db, principal.accountId, ids.next());
  await db.settled();
  return cursorAt(seal, contextOf(feed, principal), head, head[feed.head]);
}

/**
 * With a filter, what stops matching would be missing from the changes, and the client would not notice.
 * @param others the parameters beside changedSince and pageSize
 * @throws AppError `invalid-parameter`
 */
export function refuseFilters(others: object): void {
  const name = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (name === undefined) return;
  throw badParameter(
    name,
    'with changedSince, every change is returned. Only pageSize can be combined with it.',
  );
}

const contextOf = (
  { name }: Pick<ChangeFeed<never>, 'name'>,
  { accountId, userId }: UserPrincipal,
): string => JSON.stringify([name, accountId, userId]);

const cursorAt = (
  seal: FormsDeps['seal'],
  context: string,
  head: ChangeHead,
  seq: number,
): string => (seq === 0 ? START : seal.seal(context, `${storageStateOf(head)} ${seq}`));

interface Asked {
  readonly accountId: string;
  readonly visibility: Visibility;
  readonly after: number;
  readonly pageSize: number;
}

interface ChangePage<Row> {
  readonly rows: readonly Row[];
  /** The last number that the page covers. */
  readonly end: number;
  readonly hasMore: boolean;
}

async function readPage<Row extends { readonly seq: number }>(
  { db, ids }: Pick<FormsDeps, 'db' | 'ids'>,
  feed: ChangeFeed<Row>,
  { accountId, visibility, after, pageSize }: Asked,
): Promise<ChangePage<Row>> {
  const limit = visibility === 'all' ? pageSize + 1 : BATCH;
  // Asked before reading: a change that another request numbers after the read no longer waits and is not in the list.
  const isPending = await feed.hasPending(db.reader, accountId);
  let rows = await feed.listChanges(db.reader, accountId, after, limit);
  let numbered = 0;
  // Where nothing can be written, a change without a number is read once the data has moved.
  if (isPending && rows.length < limit && !db.isReadOnly) {
    numbered = await db.transaction((tx) =>
      feed.numberPending(tx, accountId, { limit: BATCH, branchId: ids.next() }),
    );
    rows = await feed.listChanges(db.reader, accountId, after, limit);
  }
  const visible = visibility === 'all' ? rows : rows.filter((row) => feed.isSeen(visibility, row));
  const shown = visible.slice(0, pageSize);
  const isCut = visible.length > pageSize;
  return {
    rows: shown,
    end: (isCut ? shown : rows).at(-1)?.seq ?? after,
    hasMore: isCut || rows.length === limit || numbered === BATCH,
  };
}

/** Returns the number in a cursor. @throws AppError `invalid-parameter` */
function openCursor(opened: string | undefined, head: ChangeHead, column: HeadColumn): number {
  const [, state = '', digits = ''] = /^(\S*) (\d+)$/.exec(opened ?? '') ?? [];
  const seq = Number(digits);
  if (digits !== '' && isKept(head, column, { state, seq })) return seq;
  throw badParameter(
    'changedSince',
    'this is no cursor of the acting user, or what it names is not in the database that serves now: a backup was restored, or a standby without the last changes took over. Take X-Change-Cursor of an answer as it is, or begin again with changedSince=0.',
  );
}
