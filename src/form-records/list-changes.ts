import { type Static, Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import { type ChangeFeed, cursorOfFeed, replyWithFeed } from './change-feed.ts';
import { type ChangeRow, hasPending, listChanges, numberPending } from './form-change.store.ts';
import { FORM_ITEM, toFormItem } from './form-item.ts';
import { isWithin } from './visibility.ts';

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

const FORMS = { name: 'form changes', address: '/v2/formz', head: 'seq' } as const;

const feedOf = (base: string): ChangeFeed<ChangeRow> => ({
  ...FORMS,
  hasPending,
  numberPending,
  listChanges,
  isSeen(visibility, { created_by, assignee_id, template_id, review_by, status }) {
    if (created_by === null || assignee_id === null || template_id === null) return false;
    return isWithin(visibility, { created_by, assignee_id, template_id, review_by, status });
  },
  toItems: async (rows) => rows.map((row) => toItem(row, base)),
});

/** Returns a page of the forms that changed after a cursor, as {@link replyWithFeed} does. */
export const replyWithChanges = (
  deps: FormsDeps,
  request: Request<UserPrincipal>,
  asked: { readonly changedSince: string; readonly pageSize: number },
): Promise<Reply> => replyWithFeed(deps, request, feedOf(deps.publicUrl()), asked);

/** Returns the cursor for a poller that now reads all forms, as {@link cursorOfFeed} does. */
export const currentCursor = (
  deps: Pick<FormsDeps, 'db' | 'ids' | 'seal'>,
  principal: UserPrincipal,
): Promise<string> => cursorOfFeed(deps, principal, FORMS);

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
