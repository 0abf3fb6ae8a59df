import type { Database, Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import type { NoticeKind, Tell } from '#kernel/notice.ts';
import { deleteOld } from './bell.store.ts';
import {
  type DueAssignment,
  listActiveAccounts,
  listAssignmentsDue,
  lockMark,
  putMark,
  readMark,
} from './marks.store.ts';
import { KEPT_MS } from './shown-notices.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** People are told so long before something is due. */
const SOON_MS = 24 * HOUR_MS;
/** Things that one transaction tells about. */
const AT_ONCE = 200;
const DELETED_AT_ONCE = 1000;

interface Watch {
  /** Also the name of the mark. */
  readonly kind: NoticeKind & ('due-soon' | 'late');
  readonly aheadMs: number;
}

const WATCHES: readonly Watch[] = [
  { kind: 'late', aheadMs: 0 },
  { kind: 'due-soon', aheadMs: SOON_MS },
];

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tell: Tell<Tx>;
}

/**
 * Returns the job that tells people which work that they have not begun is due within a day, and which is late. Of forms,
 * events tell it (form-notices.ts). Each moment is passed once: the place up
 * to which an account was told is stored in the transaction that tells. An organisation begins where the clock stands, so
 * that an upgrade tells nothing old.
 */
export const tellDueWork = (deps: Deps): Job => ({
  name: 'tell-due-work',
  everyMs: MINUTE_MS,
  async run() {
    const failures: unknown[] = [];
    for (const accountId of await listActiveAccounts(deps.db.reader)) {
      for (const watch of WATCHES) {
        // A failure of one organisation does not stop the others.
        await tellAll(deps, accountId, watch).catch((error: unknown) => failures.push(error));
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'People were not told what is due.');
  },
});

async function tellAll(deps: Deps, accountId: string, watch: Watch): Promise<void> {
  const { db, clock } = deps;
  const until = clock.now() + watch.aheadMs;
  const mark = await readMark(db.reader, accountId, watch.kind);
  const range = { after: mark ?? { due: until, id: '' }, until, limit: 1 };
  const isDue = (await listAssignmentsDue(db.reader, accountId, range)).length > 0;
  // Most runs find nothing, and then write nothing; the mark moves now and then, so that the range stays short.
  if (mark !== undefined && !isDue && until - mark.due < HOUR_MS) return;
  while (await db.transaction((tx) => tellPage(deps, tx, accountId, watch, until)));
}

/** @returns whether there is more */
async function tellPage(
  { tell }: Deps,
  tx: Tx,
  accountId: string,
  { kind }: Watch,
  until: number,
): Promise<boolean> {
  const after = await lockMark(tx, accountId, kind);
  const found = after
    ? await listAssignmentsDue(tx, accountId, { after, until, limit: AT_ONCE })
    : [];
  for (const { id, templateId, assignee } of found) {
    await tell(tx, {
      accountId,
      kind,
      about: { type: 'assignment', id },
      key: `work ${templateId}`,
      to: toldOf(assignee),
    });
  }
  const last = found.length === AT_ONCE ? found.at(-1) : undefined;
  await putMark(
    tx,
    accountId,
    kind,
    last ? { due: last.due, id: last.id } : { due: until, id: '' },
  );
  return last !== undefined;
}

const toldOf = ({ type, id }: DueAssignment['assignee']) =>
  type === 'User' || type === 'Group' ? [{ type, id } as const] : [];

/** Returns the job that deletes notices after 90 days. */
export const forgetNotices = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Job => ({
  name: 'forget-notices',
  everyMs: 10 * MINUTE_MS,
  async run() {
    const before = clock.now() - KEPT_MS;
    while ((await deleteOld(db.reader, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  },
});
