import { readNames } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { Locale } from '#kernel/locale.ts';
import { languageOf } from '#letters/index.ts';
import { groupOf, newsWords } from '#notices/mails/mail-words.ts';
import { NoticeText } from '#notices/notices.shapes.ts';
import type { NoticesDeps } from '#notices/notices-deps.ts';
import { findShown } from '#notices/shown-notices.ts';

const TITLES: Readonly<Record<Locale, string>> = {
  en: 'You have news in Formstead',
  de: 'Neues in Formstead',
};

/** GET /app/v1/notices/:id/text: returns what a device shows for a notice whose id was pushed to it. */
export const getNoticeText = ({ db, clock, sights, directory }: NoticesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/notices/:id/text',
    doc: {
      summary: 'Read what a device shows for a notice',
      tag: 'Notices',
      description: 'In the language of the user, about things that they may see now.',
      responses: {
        200: { description: 'The text.', schema: NoticeText },
        404: { description: 'The user has no such notice, or may not see what it is about.' },
      },
    },
    async handle({ principal, params }) {
      const { accountId, userId } = principal;
      const deps = { sights, now: clock.now() };
      const shown = await findShown(db.reader, deps, principal, params.id.toLowerCase());
      if (!shown) throw fail('not-found', 'You have no notice with this id that you may see.');
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      const language = (user && languageOf(user.attributes)) ?? 'en';
      const { row, newest, count } = shown;
      const words = newsWords(language, groupOf(row.kind, row.outcome ?? undefined));
      const name = newest.name ?? '';
      const by = row.by_user === null ? [] : [row.by_user];
      const names = await readNames(db.reader, accountId, by);
      const text =
        count > 1
          ? `${words.many(String(count))} ${name}`.trim()
          : words.one(name, names.get(by[0] ?? ''));
      const body: NoticeText = { title: TITLES[language], text };
      return { status: 200, body };
    },
  });
