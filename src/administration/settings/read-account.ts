import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { AccountSettings } from './account.shapes.ts';
import { readAccountSettings } from './account-settings.ts';

/** GET /app/v1/account: the settings of the account. */
export const readAccount = (deps: AdministrationDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/account',
    protocol: 'problem',
    access: { session: true, role: 'admin' },
    limit: 'api',
    doc: {
      summary: 'Read the settings of the account',
      tag: 'Account',
      responses: { 200: { description: 'The settings.', schema: AccountSettings } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await readAccountSettings(deps, deps.db.reader, accountId) };
    },
  });
