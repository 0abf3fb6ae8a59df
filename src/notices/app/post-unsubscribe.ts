import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { turnMailsOff } from '#notices/choices/change-choices.ts';
import { openUnsubscribeKey, UNSUBSCRIBE_PATH } from '#notices/choices/unsubscribe-key.ts';
import type { NoticesDeps } from '#notices/notices-deps.ts';

/** What a mail program posts, as a form of either type (RFC 8058 §3.2). */
const ONE_CLICK = 'One-Click';

/**
 * POST /unsubscribe: ends mails of a kind for whoever got one (RFC 8058). The key is in the query, which no log has. GET
 * of the same path is a page that asks, so that a scanner of mails that follows links changes nothing.
 */
export const postUnsubscribe = ({ db, seal, pauseScheduledExport }: NoticesDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: UNSUBSCRIBE_PATH,
    protocol: 'problem',
    access: 'public',
    limit: 'public',
    body: 'bytes',
    mediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    maxBodyBytes: 4096,
    doc: {
      summary: 'End mails of a kind',
      tag: 'Notices',
      description:
        'For mail programs, by `List-Unsubscribe` of a mail (RFC 8058). It turns off the mails of the kind that the mail was of, and nothing else. A mail of a scheduled export pauses that export.',
      responses: {
        204: { description: 'They are turned off. Repeating it changes nothing.' },
        400: { description: 'The form does not say `List-Unsubscribe=One-Click`.' },
        404: { description: 'No mail has this address, or its user is gone.' },
      },
    },
    async handle({ query, bytes }) {
      const named = openUnsubscribeKey(seal, query.get('key') ?? '');
      if (named === undefined) throw unknownKey();
      let form = '';
      const decoder = new TextDecoder();
      for await (const chunk of bytes ?? []) form += decoder.decode(chunk, { stream: true });
      if (!form.includes(ONE_CLICK)) {
        throw fail('invalid-value', 'Send List-Unsubscribe=One-Click as a form.', {
          at: 'List-Unsubscribe',
          because: { reason: 'missing' },
        });
      }
      const { scheduledExport: id } = named;
      const isKnown = await (id === undefined
        ? db.transaction((tx) => turnMailsOff(tx, named))
        : pauseScheduledExport(named, id));
      if (!isKnown) throw unknownKey();
      return { status: 204 };
    },
  });

const unknownKey = () =>
  fail(
    'not-found',
    'No mail has this address. Choose in your profile which emails you get, after you have signed in.',
  );
