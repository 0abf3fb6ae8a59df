import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { FontList, listFonts, toFontItem } from '#fonts/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/account/fonts: the fonts that the organisation uploaded for its PDFs. */
export const getFonts = ({ db }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/account/fonts',
    role: 'admin',
    doc: {
      summary: 'List the fonts of the organisation',
      tag: 'Account',
      description: 'PDFs use them for characters that the fonts of Formstead lack.',
      responses: { 200: { description: 'At most three.', schema: FontList } },
    },
    async handle({ principal: { accountId } }) {
      const fonts = await listFonts(db.reader, accountId);
      return { status: 200, body: { items: fonts.map(toFontItem) } };
    },
  });
