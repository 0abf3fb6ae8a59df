import type { Database, Reader, Tx } from '#db/database.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { type ChangeHead, type HeadColumn, readHead } from './form-change.store.ts';
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
  /** Assigns numbers to at most `limit` committed changes. @returns how many */
  numberPending(tx: Tx, accountId: string, limit: number): Promise<number>;
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

type Deps = Pick<FormsDeps, 'db' | 'directory' | 'seal' | 'publicUrl'>;

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
  const { db, directory, seal, publicUrl } = deps;
  const { principal } = request;
  const { accountId } = principal;
  const context = contextOf(feed, principal);
  const after = changedSince === START ? 0 : await openCursor(deps, feed, principal, changedSince);
  const visibility = await visibilityOf(db.reader, directory, principal);
  const page = await readPage(db, feed, { accountId, visibility, after, pageSize });
  // Reads may see a number that another poller has just assigned before it is on disk.
  if (page.end > after) await db.settled();
  const { epoch } = await readHead(db.reader, accountId, feed.head);
  const cursor = cursorAt(seal, context, { seq: page.end, epoch });
  const next = `<${publicUrl()}${feed.address}?changedSince=${cursor}&pageSize=${pageSize}>; rel="next"`;
  return replyWith(request, await feed.toItems(page.rows), {
    'x-change-cursor': cursor,
    ...(page.hasMore && { link: next }),
  });
}

/** Returns the cursor for a poller that now reads everything: every change that it may miss comes after the cursor. */
export async function cursorOfFeed(
  { db, seal }: Pick<FormsDeps, 'db' | 'seal'>,
  principal: UserPrincipal,
  feed: Pick<ChangeFeed<never>, 'name' | 'head'>,
): Promise<string> {
  const head = await readHead(db.reader, principal.accountId, feed.head);
  await db.settled();
  return cursorAt(seal, contextOf(feed, principal), head);
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

const cursorAt = (seal: FormsDeps['seal'], context: string, { seq, epoch }: ChangeHead): string =>
  seq === 0 ? START : seal.seal(context, `${epoch} ${seq}`);

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
  db: Database,
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
    numbered = await db.transaction((tx) => feed.numberPending(tx, accountId, BATCH));
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

async function openCursor(
  { db, seal }: Pick<FormsDeps, 'db' | 'seal'>,
  feed: Pick<ChangeFeed<never>, 'name' | 'head'>,
  principal: UserPrincipal,
  cursor: string,
): Promise<number> {
  const payload = seal.open(contextOf(feed, principal), cursor);
  const [, epoch, seq] = /^(\S*) (\d+)$/.exec(payload ?? '') ?? [];
  const head = await readHead(db.reader, principal.accountId, feed.head);
  // Another epoch or a lower number means that an older backup was restored: the later changes are unknown.
  if (epoch === head.epoch && Number(seq) <= head.seq) return Number(seq);
  throw badParameter(
    'changedSince',
    'this is no cursor of the acting user, or one from before a backup was restored. Take X-Change-Cursor of an answer as it is, or begin again with changedSince=0.',
  );
}
