import { Type } from 'typebox';
import { ifNoneMatch, strongEtag } from '#http/conditional.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { PublicJwk } from '#tokens/tokens.ts';
import { PUBLIC_CACHE } from './get-metadata.ts';

const JSON_WEB_KEY_SET = 'application/jwk-set+json';

/** GET /.well-known/jwks.json: the public keys that tokens are signed with (RFC 7517). */
export const getJwks = (deps: {
  readonly publicKeys: () => Promise<readonly PublicJwk[]>;
}): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    protocol: 'problem',
    limit: 'public',
    access: 'public',
    doc: {
      summary: 'Get the public signing keys',
      tag: 'Authentication',
      description:
        'A key is published before the first token is signed with it, and until the last of these tokens ' +
        'has expired. Access tokens are also encrypted, so only the service itself can read them.',
      responses: {
        200: {
          description: 'A JSON Web Key Set.',
          mediaType: JSON_WEB_KEY_SET,
          schema: Type.Object({
            keys: Type.Array(Type.Object({ kid: Type.String() }, { additionalProperties: true })),
          }),
        },
        304: { description: 'The content has not changed since the version in If-None-Match.' },
      },
    },
    async handle(request) {
      const body = JSON.stringify({ keys: await deps.publicKeys() });
      const headers = {
        'cache-control': PUBLIC_CACHE,
        'content-type': JSON_WEB_KEY_SET,
        etag: strongEtag(body),
      };
      return ifNoneMatch(request.headers['if-none-match'], headers.etag)
        ? { status: 304, headers }
        : { status: 200, headers, body };
    },
  });
