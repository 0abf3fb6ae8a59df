import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { Brand, readBrand } from '#brand/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/account/brand: the colour and the logo of the organisation. */
export const getBrand = ({ db }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/account/brand',
    role: 'admin',
    doc: {
      summary: 'Read the colour and the logo of the organisation',
      tag: 'Account',
      responses: { 200: { description: 'As they are set.', schema: Brand } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await readBrand(db.reader, accountId) };
    },
  });
