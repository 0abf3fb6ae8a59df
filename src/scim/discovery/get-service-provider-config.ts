import type { Endpoint } from '#http/endpoint.ts';
import { MAX_BULK_BYTES, MAX_BULK_OPERATIONS } from '#scim/bulk/bulk-limits.ts';
import { discoverySchema } from '#scim/doc-schemas.ts';
import { CURSOR_LIFETIME_MS } from '#scim/list/traversal.ts';
import { ownLocationHeaders } from '#scim/location-headers.ts';
import {
  type AuthenticationScheme,
  PAGE_SIZE,
  serviceProviderConfig,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { refuseFilter } from './refuse-filter.ts';

/** The features that Formstead supports. Clients rely on them (RFC 7643 §5). */
const SUPPORTS = {
  patch: true,
  bulk: true,
  filter: true,
  changePassword: true,
  sort: true,
  etag: true,
  cursor: true,
} as const;

const LIMITS = {
  bulkMaxOperations: MAX_BULK_OPERATIONS,
  bulkMaxPayloadSize: MAX_BULK_BYTES,
  filterMaxResults: PAGE_SIZE.max,
  defaultPageSize: PAGE_SIZE.default,
  maxPageSize: PAGE_SIZE.max,
  cursorTimeout: CURSOR_LIFETIME_MS / 1000,
} as const;

const BEARER: AuthenticationScheme = {
  type: 'oauthbearertoken',
  name: 'OAuth 2.0 access token',
  description:
    'A token from POST /connect/token by the client-credentials grant, valid for one hour.',
  specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
  primary: true,
};

const BASIC: AuthenticationScheme = {
  type: 'httpbasic',
  name: 'HTTP Basic',
  description: 'userName and password of an admin. Deprecated.',
  specUri: 'https://www.rfc-editor.org/rfc/rfc7617',
};

/** GET /scim/v2/ServiceProviderConfig, RFC 7644 §4. */
export const getServiceProviderConfig = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/ServiceProviderConfig',
    doc: {
      summary: 'What this service supports',
      tag: 'SCIM discovery',
      responses: { 200: { description: 'The configuration', schema: discoverySchema } },
    },
    async handle(request) {
      refuseFilter(request);
      const { db, directory, basic } = deps;
      const account = basic()
        ? await directory.readAccount(db.reader, request.principal.accountId)
        : undefined;
      const body = serviceProviderConfig({
        baseUrl: scimBaseUrl(deps),
        supports: SUPPORTS,
        limits: LIMITS,
        authenticationSchemes: account?.basicAllowed ? [BEARER, BASIC] : [BEARER],
      });
      return { status: 200, headers: ownLocationHeaders(body), body };
    },
  });
