import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { discoverySchema, errors } from '#scim/doc-schemas.ts';
import { ownLocationHeaders } from '#scim/location-headers.ts';
import { findById } from '#scim/protocol/index.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import type { Documents } from './documents.ts';
import { refuseFilter } from './refuse-filter.ts';

/** GET /scim/v2/Schemas/{id}, RFC 7644 §4; the id is not case-sensitive. */
export const getSchema = (documents: () => Documents): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Schemas/:id',
    doc: {
      summary: 'Get a schema by its URN',
      tag: 'SCIM discovery',
      responses: { 200: { description: 'The schema', schema: discoverySchema }, 404: errors[404] },
    },
    async handle(request) {
      refuseFilter(request);
      const body = findById(documents().schemas, request.params.id);
      if (!body)
        throw fail('not-found', 'There is no schema with this id. GET /Schemas lists all of them.');
      return { status: 200, headers: ownLocationHeaders(body), body };
    },
  });
