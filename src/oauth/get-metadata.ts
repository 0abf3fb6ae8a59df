import { Type } from 'typebox';
import { ifNoneMatch, strongEtag } from '#http/conditional.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { ASSERTION_ALGORITHMS, SCOPE } from '#tokens/tokens.ts';
import { TOKEN_PATH } from './token-path.ts';

/** The time for which others may cache these documents; keys are announced for longer than that. */
export const PUBLIC_CACHE = 'public, max-age=300';

const METHODS = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const;

/** GET /.well-known/oauth-authorization-server: the abilities of this server (RFC 8414). */
export const getMetadata = (deps: { readonly issuer: () => string }): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    protocol: 'problem',
    limit: 'public',
    access: 'public',
    doc: {
      summary: 'Get the authorisation server metadata',
      tag: 'Authentication',
      responses: {
        200: {
          description: 'Authorisation server metadata (RFC 8414).',
          schema: Type.Object({ issuer: Type.String() }, { additionalProperties: true }),
        },
        304: { description: 'The content has not changed since the version in If-None-Match.' },
      },
    },
    async handle(request) {
      const body = JSON.stringify(metadataOf(deps.issuer()));
      const headers = { 'cache-control': PUBLIC_CACHE, etag: strongEtag(body) };
      return ifNoneMatch(request.headers['if-none-match'], headers.etag)
        ? { status: 304, headers }
        : { status: 200, headers, body };
    },
  });

function metadataOf(issuer: string) {
  const byClients = (name: string) => ({
    [`${name}_endpoint_auth_methods_supported`]: METHODS,
    [`${name}_endpoint_auth_signing_alg_values_supported`]: ASSERTION_ALGORITHMS,
  });
  return {
    issuer,
    token_endpoint: `${issuer}${TOKEN_PATH}`,
    ...byClients('token'),
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [SCOPE],
    // There is no authorisation endpoint, but the member is required (RFC 8414 §2) and may not be empty (§3.2):
    // libraries refuse metadata without it, and Authlib an empty one.
    response_types_supported: ['none'],
    grant_types_supported: ['client_credentials'],
    revocation_endpoint: `${issuer}/connect/revoke`,
    ...byClients('revocation'),
    introspection_endpoint: `${issuer}/connect/introspect`,
    ...byClients('introspection'),
  };
}
