import type { Endpoint } from '#http/endpoint.ts';
import { discoverySchema, listOf } from '#scim/doc-schemas.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import type { Documents } from './documents.ts';
import { refuseFilter } from './refuse-filter.ts';

/** GET /scim/v2/Schemas, RFC 7644 §4. */
export const listSchemas = (documents: () => Documents): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Schemas',
    doc: {
      summary: 'List the schemas',
      tag: 'SCIM discovery',
      responses: {
        200: {
          description: 'All resources, regardless of paging parameters',
          schema: listOf(discoverySchema),
        },
      },
    },
    async handle(request) {
      refuseFilter(request);
      return { status: 200, body: documents().schemaList };
    },
  });
