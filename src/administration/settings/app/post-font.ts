import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { addFont, FONT_TYPES, Font, MAX_FONT_BYTES, toFontItem } from '#fonts/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import { fileBody, NO_BYTES } from '#http/byte-body.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/account/fonts: adds a font for PDFs, which is opened and tried in a process of its own. */
export const postFont = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/account/fonts',
    role: 'admin',
    ...fileBody('font', MAX_FONT_BYTES),
    mediaTypes: FONT_TYPES,
    doc: {
      summary: 'Add a font to the organisation',
      tag: 'Account',
      description:
        'A TTF or OTF file of at most 10 MiB, of which an organisation has at most three. It counts to the files of the account. PDFs use it for characters that the fonts of Formstead lack. A file that is there already is not added again.',
      responses: {
        201: { description: 'The font.', schema: Font },
        409: { description: 'There are three fonts (`too-many-fonts`).' },
        413: 'file above 10 MiB',
        422: { description: '`unreadable-font`, at `font`.' },
        507: 'files full',
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      await deps.quotas.requireRoom(deps.db.reader, accountId, 'fileBytes', 1);
      const checked = await deps.fonts.check(accountId, request.bytes ?? NO_BYTES);
      const font = await deps.db.transaction((tx) =>
        addFont(deps, tx, actorOf(request, 'web'), checked),
      );
      return { status: 201, body: toFontItem(font) };
    },
  });
