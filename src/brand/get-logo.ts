import type { Database } from '#db/database.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { findLogo, LOGO_PATH } from './brand.store.ts';
import { findTemplateLogo } from './template-brand.store.ts';

/** GET /logos/:hash: the logo of an organisation, also for the sign-in page, whose readers are not signed in. */
export const getLogo = ({ db }: { readonly db: Database }): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${LOGO_PATH}:hash`,
    protocol: 'problem',
    access: 'public',
    limit: 'public',
    doc: {
      summary: 'A logo',
      tag: 'Pages',
      hidden: true,
      responses: { 200: { description: 'The picture.', mediaType: 'image/png' } },
    },
    async handle({ params }) {
      const { hash } = params;
      const body = (await findLogo(db.reader, hash)) ?? (await findTemplateLogo(db.reader, hash));
      if (!body) throw fail('not-found', 'There is no such logo any more. Load the page again.');
      return {
        status: 200,
        headers: {
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'same-origin',
        },
        body,
      };
    },
  });
