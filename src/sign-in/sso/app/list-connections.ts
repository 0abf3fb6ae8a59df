import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { toConnectionItem } from '#sign-in/sso/connection-item.ts';
import { SsoConnectionList } from '#sign-in/sso/sso.shapes.ts';
import { selectConnections } from '#sign-in/sso/sso.store.ts';

/** GET /app/v1/sso-connections: the account's connections to identity providers. */
export const listConnections = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/sso-connections',
    role: 'admin',
    doc: {
      summary: 'List connections for single sign-on',
      tag: 'Single sign-on',
      responses: { 200: { description: 'Sorted by id.', schema: SsoConnectionList } },
    },
    async handle({ principal: { accountId } }) {
      const rows = await selectConnections(deps.db.reader, accountId);
      return { status: 200, body: { items: rows.map((row) => toConnectionItem(deps, row)) } };
    },
  });
