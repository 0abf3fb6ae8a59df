import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { Brand, readBrand, setLogo } from '#brand/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import { fileBody, NO_BYTES } from '#http/byte-body.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { LOGO_TYPES } from '#pictures/index.ts';

const MAX_BYTES = 524_288;

/** PUT /app/v1/account/logo: replaces the logo of the organisation by a picture, which is decoded and made small. */
export const putLogo = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/account/logo',
    role: 'admin',
    ...fileBody('logo', MAX_BYTES),
    mediaTypes: LOGO_TYPES,
    doc: {
      summary: 'Replace the logo of the organisation',
      tag: 'Account',
      description:
        'A PNG, JPEG or WebP picture of at most 512 KiB. It is stored as PNG of at most 400 x 160 pixels, without metadata.',
      responses: {
        200: { description: 'As it is now.', schema: Brand },
        413: { description: 'The picture is larger than 512 KiB.' },
        422: { description: '`unreadable-picture`, at `logo`.' },
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const logo = await deps.pictures.decodeLogo(accountId, request.bytes ?? NO_BYTES);
      const body = await deps.db.transaction(async (tx) => {
        await setLogo(deps, tx, actorOf(request, 'web'), logo);
        return await readBrand(tx, accountId);
      });
      return { status: 200, body };
    },
  });
