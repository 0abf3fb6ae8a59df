import { type Static, Type } from 'typebox';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { type BellOwner, findBellRow, markRead } from '#notices/bell.store.ts';
import { UnreadCount } from '#notices/notices.shapes.ts';
import type { NoticesDeps } from '#notices/notices-deps.ts';
import { countUnread } from '#notices/shown-notices.ts';

const AllRead = Type.Object(
  {
    until: Type.String({
      format: 'date-time',
      description:
        'The time of the newest notice that the user was shown, so that later ones stay unread.',
    }),
  },
  { additionalProperties: false },
);

type Deps = NoticesDeps;

/** POST /app/v1/notices/:id/read: marks one notice as read, on all devices of the user. */
export const postRead = (deps: Deps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/notices/:id/read',
    doc: {
      summary: 'Mark a notice as read',
      tag: 'Notices',
      responses: {
        200: { description: 'What is unread now.', schema: UnreadCount },
        404: { description: 'The user has no such notice.' },
      },
    },
    async handle({ principal, params: { id } }) {
      if (!(await findBellRow(deps.db.reader, principal, id))) {
        throw fail('not-found', 'You have no notice with this id. Notices are kept for 90 days.');
      }
      await read(deps, principal, { id });
      return { status: 200, body: await unreadOf(deps, principal) };
    },
  });

/** POST /app/v1/notices/read: marks all notices as read that came until a time. */
export const postAllRead = (deps: Deps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/notices/read',
    body: AllRead,
    doc: {
      summary: 'Mark all notices as read',
      tag: 'Notices',
      responses: {
        200: { description: 'What is unread now.', schema: UnreadCount },
        400: { description: 'The time is not valid.' },
      },
    },
    async handle({ principal, body }) {
      const { until }: Static<typeof AllRead> = body;
      await read(deps, principal, { until: Date.parse(until) });
      return { status: 200, body: await unreadOf(deps, principal) };
    },
  });

async function read(
  { db, clock, noticeStreams }: Deps,
  person: BellOwner,
  which: Parameters<typeof markRead>[2],
): Promise<void> {
  const { accountId, userId } = person;
  const count = await db.transaction((tx) => markRead(tx, person, which, clock.now()));
  if (count > 0) noticeStreams.notify({ accountId, userId });
}

async function unreadOf(
  { db, clock, sights }: Deps,
  principal: Parameters<typeof countUnread>[2],
): Promise<UnreadCount> {
  const deps = { sights, now: clock.now() };
  return { unread: await countUnread(db.reader, deps, principal) };
}
