import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { UnreadCount } from '#notices/notices.shapes.ts';
import type { NoticesDeps } from '#notices/notices-deps.ts';
import { countUnread } from '#notices/shown-notices.ts';
import { ASKED_AGAIN_MS, MOST_OF_PERSON } from '#notices/streams.ts';

const STREAM = 'text/event-stream';

/**
 * GET /app/v1/notices/unread: counts the unread notices of the user, and goes on telling the number whenever it changes
 * to a browser that asks for a stream.
 */
export const getUnread = (deps: NoticesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/notices/unread',
    doc: {
      summary: 'Count one’s own unread notices',
      tag: 'Notices',
      description: `With \`Accept: ${STREAM}\`, the answer is a stream of server-sent events (HTML Living Standard §9.2): \`unread\` with \`{ "unread": 3 }\`, at once, and whenever a notice comes, grows or is read. Every ${ASKED_AGAIN_MS / 1000} seconds, Formstead asks whether the session and the rights still hold, and ends the stream with the session. A person has up to ${MOST_OF_PERSON} streams on a node.`,
      responses: { 200: { description: 'The number, or the stream.', schema: UnreadCount } },
    },
    async handle({ principal, headers }) {
      const { db, clock, sights, noticeStreams, signedInBy } = deps;
      const { accountId, userId, role } = principal;
      const viewer = { accountId, userId, role };
      const count = (by: typeof viewer) => countUnread(db.reader, { sights, now: clock.now() }, by);
      if (headers['accept']?.includes(STREAM) !== true) {
        const body: UnreadCount = { unread: await count(viewer) };
        return { status: 200, body };
      }
      const signedIn = () => signedInBy(headers['cookie']);
      const body = noticeStreams.open({ viewer, signedIn, count });
      if (body === undefined) throw tooMany();
      // Proxies that collect an answer before they pass it on would hold back the events.
      return { status: 200, headers: { 'content-type': STREAM, 'x-accel-buffering': 'no' }, body };
    },
  });

const tooMany = () =>
  fail('too-many-requests', 'You have too many streams open. Ask again in a minute.', {
    headers: { 'retry-after': '60' },
    because: { reason: 'at-once', limit: MOST_OF_PERSON },
  });
