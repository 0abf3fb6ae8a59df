import { type Static, Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import {
  type ChangeHead,
  type ChangeRow,
  hasPending,
  listChanges,
  numberPending,
  readHead,
} from './form-change.store.ts';
import { FORM_ITEM, toFormItem } from './form-item.ts';
import { isWithin, type Visibility, visibilityOf } from './visibility.ts';

const ChangedForm = Type.Object({
  ...FORM_ITEM,
  revision: Type.Integer(),
  deleted: Type.Literal(false),
});

const DeletedForm = Type.Object(
  {
    formId: FORM_ITEM.formId,
    deleted: Type.Literal(true),
    deletedDate: Type.Union([FORM_ITEM.lastUpdateDate, Type.Null()], {
      description: 'null if it was deleted permanently.',
    }),
  },
  { title: 'DeletedForm', description: 'The deletion of a form. Only with changedSince.' },
);

/** A changed form in its current state, or the deletion of a form. */
type ChangeItem = Static<typeof ChangedForm> | Static<typeof DeletedForm>;

/** An item of the list of forms: a form, or with changedSince also the deletion of a form. */
export const ListedForm = Type.Union([
  Type.Object(
    {
      ...FORM_ITEM,
      revision: Type.Optional(Type.Integer({ description: 'Only with changedSince.' })),
      deleted: Type.Optional(Type.Literal(false, { description: 'Only with changedSince.' })),
    },
    { title: 'ListedForm' },
  ),
  DeletedForm,
]);

/** The initial cursor of a poller: all existing forms count as changed. */
const START = '0';
/** The most changes that get a number in one request, and that are read for the page of somebody who does not see everything. */
const BATCH = 1000;

/**
 * Returns the forms that changed after a cursor, each once, in their current state. All changes committed before the
 * request are on this page or on the pages that follow from `next`.
 */
export async function replyWithChanges(
  deps: FormsDeps,
  request: Request<UserPrincipal>,
  { changedSince, pageSize }: { readonly changedSince: string; readonly pageSize: number },
): Promise<Reply> {
  const { db, directory, seal, publicUrl } = deps;
  const { principal } = request;
  const context = contextOf(principal);
  const after =
    changedSince === START ? 0 : await openCursor(deps, context, principal.accountId, changedSince);
  const visibility = await visibilityOf(db.reader, directory, principal);
  const page = await readPage(deps, {
    accountId: principal.accountId,
    visibility,
    after,
    pageSize,
  });
  // Reads may see a number that another poller has just assigned before it is on disk.
  if (page.end > after) await db.settled();
  const { epoch } = await readHead(db.reader, principal.accountId);
  const base = publicUrl();
  const cursor = cursorAt(seal, context, { seq: page.end, epoch });
  const next = `<${base}/v2/formz?changedSince=${cursor}&pageSize=${pageSize}>; rel="next"`;
  return replyWith(
    request,
    page.rows.map((row) => toItem(row, base)),
    { 'x-change-cursor': cursor, ...(page.hasMore && { link: next }) },
  );
}

/** Returns the cursor for a poller that now reads all forms: every change that it may miss comes after the cursor. */
export async function currentCursor(
  { db, seal }: Pick<FormsDeps, 'db' | 'seal'>,
  principal: UserPrincipal,
): Promise<string> {
  const head = await readHead(db.reader, principal.accountId);
  await db.settled();
  return cursorAt(seal, contextOf(principal), head);
}

const contextOf = ({ accountId, userId }: UserPrincipal): string =>
  JSON.stringify(['form changes', accountId, userId]);

const cursorAt = (seal: FormsDeps['seal'], context: string, { seq, epoch }: ChangeHead): string =>
  seq === 0 ? START : seal.seal(context, `${epoch} ${seq}`);

interface Asked {
  readonly accountId: string;
  readonly visibility: Visibility;
  readonly after: number;
  readonly pageSize: number;
}

interface ChangePage {
  readonly rows: readonly ChangeRow[];
  /** The last number that the page covers. */
  readonly end: number;
  readonly hasMore: boolean;
}

async function readPage({ db }: Pick<FormsDeps, 'db'>, asked: Asked): Promise<ChangePage> {
  const { accountId, visibility, after, pageSize } = asked;
  const limit = visibility === 'all' ? pageSize + 1 : BATCH;
  // Asked before reading: a change that another request numbers after the read no longer waits and is not in the list.
  const isPending = await hasPending(db.reader, accountId);
  let rows = await listChanges(db.reader, accountId, after, limit);
  let numbered = 0;
  // Where nothing can be written, a change without a number is read once the data has moved.
  if (isPending && rows.length < limit && !db.isReadOnly) {
    numbered = await db.transaction((tx) => numberPending(tx, accountId, BATCH));
    rows = await listChanges(db.reader, accountId, after, limit);
  }
  const visible = rows.filter((row) => isSeen(visibility, row));
  const shown = visible.slice(0, pageSize);
  const isCut = visible.length > pageSize;
  return {
    rows: shown,
    end: (isCut ? shown : rows).at(-1)?.seq ?? after,
    hasMore: isCut || rows.length === limit || numbered === BATCH,
  };
}

function isSeen(visibility: Visibility, row: ChangeRow): boolean {
  if (visibility === 'all') return true;
  const { created_by, assignee_id, template_id, review_by, status } = row;
  if (created_by === null || assignee_id === null || template_id === null) return false;
  return isWithin(visibility, { created_by, assignee_id, template_id, review_by, status });
}

function toItem(row: ChangeRow, base: string): ChangeItem {
  const { id, deleted_at, revision } = row;
  if (!isThere(row) || deleted_at !== null || revision === null) {
    const deletedDate = deleted_at === null ? null : formatDateTime(deleted_at);
    return { formId: id, deleted: true, deletedDate };
  }
  return { ...toFormItem(row, base), revision, deleted: false };
}

type ItemRow = Parameters<typeof toFormItem>[0];

// Once a form is purged, its name is null, as it never is in a form.
const isThere = (row: ChangeRow): row is ChangeRow & ItemRow => row.name !== null;

async function openCursor(
  { db, seal }: Pick<FormsDeps, 'db' | 'seal'>,
  context: string,
  accountId: string,
  cursor: string,
): Promise<number> {
  const payload = seal.open(context, cursor);
  const [, epoch, seq] = /^(\S*) (\d+)$/.exec(payload ?? '') ?? [];
  const head = await readHead(db.reader, accountId);
  // Another epoch or a lower number means that an older backup was restored: the later changes are unknown.
  if (epoch === head.epoch && Number(seq) <= head.seq) return Number(seq);
  throw badParameter(
    'changedSince',
    'this is no cursor of the acting user, or one from before a backup was restored. Take X-Change-Cursor of an answer as it is, or begin again with changedSince=0.',
  );
}
