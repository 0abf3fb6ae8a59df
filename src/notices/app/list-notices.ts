import { Type } from 'typebox';
import { readNames, timeOf } from '#form-basics/index.ts';
import { PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { BellPosition } from '#notices/bell.store.ts';
import { type NoticeItem, NoticeList } from '#notices/notices.shapes.ts';
import type { NoticesDeps } from '#notices/notices-deps.ts';
import { countUnread, listBell, type ShownNotice } from '#notices/shown-notices.ts';

const QUERY = Type.Object(
  {
    ...PAGE_QUERY,
    unread: Type.Optional(Type.Boolean({ description: 'true: only those that are not read yet.' })),
  },
  { additionalProperties: false },
);

/** GET /app/v1/notices: returns the notices of the user, the newest first. */
export const listNotices = ({ db, clock, seal, sights }: NoticesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/notices',
    query: QUERY,
    doc: {
      summary: 'List one’s own notices',
      tag: 'Notices',
      description:
        'Notices of the last 90 days. One is left out while the user may not see what it is about. A page can have fewer items than `limit`, even none, although `next` is there.',
      responses: {
        200: { description: 'A page of notices, the newest first.', schema: NoticeList },
        400: 'wrong parameter',
      },
    },
    async handle({ principal, query }) {
      const { accountId, userId } = principal;
      const { limit = DEFAULT_LIMIT, cursor, unread = false } = query;
      const context = { list: 'notices', accountId, terms: [userId, unread] };
      const after = toPosition(openCursor(seal, context, cursor));
      const deps = { sights, now: clock.now() };
      const page = await listBell(db.reader, deps, principal, { unread, after, limit });
      const by = page.items.flatMap(({ row }) => row.by_user ?? []);
      const names = await readNames(db.reader, accountId, by);
      const { next } = page;
      const body: NoticeList = {
        items: page.items.map((each) => toItem(each, names)),
        unread: await countUnread(db.reader, deps, principal),
        ...(next && { next: sealCursor(seal, context, [String(next.at), next.id]) }),
      };
      return { status: 200, body };
    },
  });

function toItem(
  { row, newest, count }: ShownNotice,
  names: ReadonlyMap<string, string>,
): NoticeItem {
  const { by_user: by, outcome } = row;
  const name = by === null ? undefined : names.get(by);
  return {
    id: row.id,
    kind: row.kind,
    at: timeOf(row.at),
    read: row.read_at !== null,
    by: by === null ? null : { id: by, ...(name !== undefined && { name }) },
    about: {
      type: row.subject_type,
      id: newest.id,
      ...(newest.name !== undefined && { name: newest.name }),
      open: newest.isOpen,
    },
    count,
    ...(outcome !== null && { outcome }),
  };
}

const toPosition = (position: readonly string[] | undefined): BellPosition | undefined => {
  const [at, id = ''] = position ?? [];
  return at === undefined ? undefined : { at: Number(at), id };
};
