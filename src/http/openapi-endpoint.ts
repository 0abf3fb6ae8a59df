import { type TSchema, Type } from 'typebox';
import type { JsonObject } from '#kernel/json.ts';
import { ifNoneMatch, strongEtag } from './conditional.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

const Document: TSchema = Type.Object(
  { openapi: Type.String(), info: Type.Object({}), paths: Type.Object({}) },
  { additionalProperties: true },
);

/**
 * Returns GET /.well-known/openapi.json: the OpenAPI document, for anybody who has the address.
 * @param describe makes it from all endpoints, this one included; called at the first request, and again when
 * `hasBasic` has changed.
 */
export function openapiEndpoint(
  describe: (self: Endpoint, basic: boolean) => JsonObject,
  hasBasic: () => boolean,
): Endpoint {
  let made: { readonly basic: boolean; readonly text: string; readonly etag: string } | undefined;
  const self: Endpoint = endpoint({
    method: 'GET',
    path: '/.well-known/openapi.json',
    protocol: 'problem',
    limit: 'public',
    access: 'public',
    doc: {
      summary: 'Get this document',
      tag: 'Documentation',
      responses: {
        200: {
          description: 'The API as OpenAPI 3.1.',
          schema: Document,
        },
        304: 'not modified',
      },
    },
    async handle(request) {
      const basic = hasBasic();
      if (made?.basic !== basic) {
        made = { basic, ...withTag(JSON.stringify(describe(self, basic))) };
      }
      const headers = { etag: made.etag, 'cache-control': 'no-cache' };
      return ifNoneMatch(request.headers['if-none-match'], made.etag)
        ? { status: 304, headers }
        : { status: 200, headers, body: made.text };
    },
  });
  return self;
}

const withTag = (text: string) => ({ text, etag: strongEtag(text) });
