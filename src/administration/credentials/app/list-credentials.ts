import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { CREDENTIAL_QUERY, CredentialList } from '#administration/credentials/credential.shapes.ts';
import { toCredentialItem } from '#administration/credentials/credential-item.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/credentials: API credentials and provisioning tokens. */
export const listCredentials = ({ db, credentials, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/credentials',
    role: 'admin',
    query: CREDENTIAL_QUERY,
    doc: {
      summary: 'List API credentials',
      tag: 'Credentials',
      description: 'Oldest first, including provisioning tokens and revoked credentials.',
      responses: { 200: { description: 'A page of credentials.', schema: CredentialList } },
    },
    async handle({ principal: { accountId }, query }) {
      const { actsAs, limit = DEFAULT_LIMIT, cursor } = query;
      const context: ListContext = { list: 'credentials', accountId, terms: [actsAs] };
      const [after] = openCursor(seal, context, cursor) ?? [];
      // `credentials.list` returns at most 100, so the one after the page is read separately.
      const list = (position: { readonly after: string | undefined; readonly limit: number }) =>
        credentials.list(db.reader, accountId, { ...position, actsAsUserId: actsAs });
      const page = await list({ after, limit });
      const last = page.length === limit ? page.at(-1) : undefined;
      const beyond = last && (await list({ after: last.id, limit: 1 }));
      const body = toPage(seal, context, [...page, ...(beyond ?? [])], limit, {
        positionOf: ({ id }) => [id],
        toItem: toCredentialItem,
      });
      return { status: 200, body };
    },
  });
