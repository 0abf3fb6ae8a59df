import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { AccountSettings } from '#administration/settings/account.shapes.ts';
import { readAccountSettings } from '#administration/settings/account-settings.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/account: the settings of the account. */
export const getAccount = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/account',
    role: 'admin',
    doc: {
      summary: 'Read the settings of the account',
      tag: 'Account',
      responses: { 200: { description: 'The settings.', schema: AccountSettings } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await readAccountSettings(deps, deps.db.reader, accountId) };
    },
  });
