import type { Reader } from '#db/database.ts';
import type { Viewer } from '#form-basics/index.ts';
import type { NoticeKind, NoticeSubject } from '#kernel/notice.ts';
import { type BellPosition, type BellRow, findBellRow, selectBell } from './bell.store.ts';
import type { SeenSubject, Sights } from './sights.ts';
import { subjectsIn } from './subjects.ts';

const DAY_MS = 86_400_000;
export const KEPT_MS = 90 * DAY_MS;
/** A page looks at this many batches at most, so that notices of things that are gone cost little. */
const MOST_BATCHES = 4;
/** A count ends here: pages say "99+". */
export const MOST_UNREAD = 100;
const COUNTED_AT_ONCE = 50;

/** These say that somebody lost something: they are shown although its page does not open for the reader any more. */
const OF_LOSS: ReadonlySet<string> = new Set<NoticeKind>(['handed-on', 'rule-stopped']);

/** A notice as its reader sees it. */
export interface ShownNotice {
  readonly row: BellRow;
  /** The newest thing that it is about and that the reader sees. */
  readonly newest: SeenSubject & { readonly id: string };
  /** How many of them there are, without those that the reader does not see. */
  readonly count: number;
}

/**
 * Returns those of the notices that the viewer may see now. A notice is shown as long as one of the things that it is
 * about is there and the viewer sees it; the rights are those of this moment, not of the cause.
 */
async function showNotices(
  db: Reader,
  sights: Sights,
  viewer: Viewer,
  rows: readonly BellRow[],
): Promise<readonly ShownNotice[]> {
  const subjects = rows.flatMap((row) =>
    subjectsIn(row).map((id) => ({ type: row.subject_type, id })),
  );
  const seen = await seeSubjects(db, sights, viewer, subjects);
  return rows.flatMap((row) => shown(row, seen) ?? []);
}

/** Returns what a viewer sees of things, with the rights of this moment, by their ids. */
export async function seeSubjects(
  db: Reader,
  sights: Sights,
  viewer: Viewer,
  subjects: readonly { readonly type: NoticeSubject; readonly id: string }[],
): Promise<ReadonlyMap<string, SeenSubject>> {
  const seen = new Map<string, SeenSubject>();
  for (const [type, of] of Map.groupBy(subjects, (subject) => subject.type)) {
    const wanted = [...new Set(of.map(({ id }) => id))];
    for (const [id, each] of await sights[type](db, viewer, wanted)) seen.set(id, each);
  }
  return seen;
}

/** Whether people are told of a thing as they see it now. */
export const isTold = (kind: NoticeKind, seen: SeenSubject | undefined): seen is SeenSubject =>
  seen !== undefined && (seen.isOpen || OF_LOSS.has(kind));

function shown(row: BellRow, seen: ReadonlyMap<string, SeenSubject>): ShownNotice | undefined {
  const ids = subjectsIn(row);
  const open = ids.flatMap((id) => {
    const each = seen.get(id);
    return isTold(row.kind, each) ? [{ ...each, id }] : [];
  });
  const newest = open.at(-1);
  if (newest === undefined) return undefined;
  const uncounted = row.count - ids.length;
  return { row, newest, count: open.length + Math.max(0, uncounted) };
}

interface BellDeps {
  readonly sights: Sights;
  readonly now: number;
}

/** Returns one notice of a viewer, if they may see it now. */
export async function findShown(
  db: Reader,
  { sights, now }: BellDeps,
  viewer: Viewer,
  id: string,
): Promise<ShownNotice | undefined> {
  const row = await findBellRow(db, viewer, id);
  if (!row || row.at < now - KEPT_MS) return undefined;
  const [shown] = await showNotices(db, sights, viewer, [row]);
  return shown;
}

/** Returns a page of the notices that a viewer may see, the newest first; `next` is undefined at the end. */
export async function listBell(
  db: Reader,
  { sights, now }: BellDeps,
  viewer: Viewer,
  asked: {
    readonly unread: boolean;
    readonly after: BellPosition | undefined;
    readonly limit: number;
  },
): Promise<{ readonly items: readonly ShownNotice[]; readonly next: BellPosition | undefined }> {
  const { unread, limit } = asked;
  const items: ShownNotice[] = [];
  let { after } = asked;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const room = limit - items.length;
    const rows = await selectBell(db, viewer, {
      ...{ since: now - KEPT_MS, unread, after },
      limit: room + 1,
    });
    const page = rows.slice(0, room);
    items.push(...(await showNotices(db, sights, viewer, page)));
    const last = page.at(-1);
    if (rows.length <= room || last === undefined) return { items, next: undefined };
    after = { at: last.at, id: last.id };
    if (items.length >= limit) break;
  }
  return { items, next: after };
}

/**
 * Counts the unread notices that a viewer may see, up to {@link MOST_UNREAD}. It looks at twice as many at most, so that
 * the count is a lower bound for somebody who may not see most of them any more.
 */
export async function countUnread(
  db: Reader,
  { sights, now }: BellDeps,
  viewer: Viewer,
): Promise<number> {
  let count = 0;
  let after: BellPosition | undefined;
  const batches = (2 * MOST_UNREAD) / COUNTED_AT_ONCE;
  for (let batch = 0; batch < batches && count < MOST_UNREAD; batch += 1) {
    const asked = { since: now - KEPT_MS, unread: true, after, limit: COUNTED_AT_ONCE };
    const rows = await selectBell(db, viewer, asked);
    count += (await showNotices(db, sights, viewer, rows)).length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < COUNTED_AT_ONCE) break;
    after = { at: last.at, id: last.id };
  }
  return Math.min(count, MOST_UNREAD);
}
