import { type TSchema, Type } from 'typebox';
import { ERROR_SCHEMAS } from '#http/error-schemas.ts';
import { type Direction, resourceSchema } from './resource-schema.ts';
import type { ScimTypes } from './scim-types.ts';

/** The schemas of SCIM messages in the generated OpenAPI document; this one is the error. */
export const scimError = ERROR_SCHEMAS.scim;

/** Returns the schema of a message's `schemas`, which always has the URN. */
const message = (urn: string): TSchema => Type.Array(Type.Literal(urn), { minItems: 1 });

/** Returns the schema of a user, with the operator's extensions. */
export const userSchemaOf = ({ user }: ScimTypes, direction: Direction = 'shown'): TSchema =>
  resourceSchema(
    user,
    direction,
    'RFC 7643 §4.1 and §4.3. Unknown attributes are ignored. Names may have any letter case.',
  );

export const groupSchemaOf = ({ group }: ScimTypes, direction: Direction = 'shown'): TSchema =>
  resourceSchema(
    group,
    direction,
    'RFC 7643 §4.2. Unknown attributes are ignored. Names may have any letter case.',
  );

export const discoverySchema = Type.Object({}, { additionalProperties: true });

export const listOf = (resource: TSchema): TSchema =>
  Type.Object({
    schemas: message('urn:ietf:params:scim:api:messages:2.0:ListResponse'),
    totalResults: Type.Integer(),
    startIndex: Type.Optional(Type.Integer({ description: 'Not with a cursor.' })),
    nextCursor: Type.Optional(
      Type.String({ description: 'Only with a cursor. Left out on the last page.' }),
    ),
    previousCursor: Type.Optional(
      Type.String({ description: 'Only with a cursor. Left out on the first page.' }),
    ),
    itemsPerPage: Type.Integer({ description: 'The number of resources in this answer.' }),
    Resources: Type.Array(resource),
  });

export const patchSchema = Type.Object(
  {
    schemas: message('urn:ietf:params:scim:api:messages:2.0:PatchOp'),
    Operations: Type.Array(
      Type.Object({
        op: Type.Union([Type.Literal('add'), Type.Literal('remove'), Type.Literal('replace')]),
        path: Type.Optional(
          Type.String({
            description: 'For instance `name.givenName` or `emails[type eq "work"]`.',
          }),
        ),
        value: Type.Optional(Type.Unknown()),
      }),
    ),
  },
  { title: 'ScimPatch', description: 'RFC 7644 §3.5.2.' },
);

const bulkMethod = Type.Union([
  Type.Literal('POST'),
  Type.Literal('PUT'),
  Type.Literal('PATCH'),
  Type.Literal('DELETE'),
]);

export const bulkRequestSchema = Type.Object(
  {
    schemas: message('urn:ietf:params:scim:api:messages:2.0:BulkRequest'),
    failOnErrors: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Stop when this many operations have failed.' }),
    ),
    atomic: Type.Optional(
      Type.Boolean({
        description: 'All operations or none; an extension of ours.',
        default: false,
      }),
    ),
    Operations: Type.Array(
      Type.Object({
        method: bulkMethod,
        path: Type.String({ description: '`/Users`, `/Groups/{id}`, `/Groups/bulkId:x`.' }),
        bulkId: Type.Optional(Type.String({ description: 'Required for POST.' })),
        version: Type.Optional(Type.String({ description: 'The version, as in If-Match.' })),
        data: Type.Optional(Type.Unknown({ description: 'The body of the single request.' })),
      }),
    ),
  },
  { title: 'ScimBulkRequest', description: 'RFC 7644 §3.7.' },
);

export const bulkResponseSchema = Type.Object(
  {
    schemas: message('urn:ietf:params:scim:api:messages:2.0:BulkResponse'),
    Operations: Type.Array(
      Type.Object({
        location: Type.Optional(Type.String({ description: 'Left out for a failed POST.' })),
        method: Type.Optional(Type.String()),
        bulkId: Type.Optional(Type.String()),
        version: Type.Optional(Type.String()),
        status: Type.String({ description: 'The status of the single request, as text.' }),
        response: Type.Optional(Type.Unknown({ description: 'The error of a failed operation.' })),
      }),
    ),
  },
  { title: 'ScimBulkResponse' },
);

/** A resource of the base URL: a user or a group. */
export const anyResource = Type.Object(
  { schemas: Type.Array(Type.String()), id: Type.String() },
  { title: 'ScimResource', additionalProperties: true },
);

const attributes = Type.Optional(
  Type.String({
    description: 'Names of the attributes to return, separated by commas (RFC 7644 §3.9).',
  }),
);
const excludedAttributes = Type.Optional(
  Type.String({ description: 'Names of the attributes to leave out, separated by commas.' }),
);

export const projectionQuery = Type.Object({ attributes, excludedAttributes });

export const listQuery = Type.Object({
  filter: Type.Optional(
    Type.String({
      description: [
        'RFC 7644 §3.4.2.2, for instance `userName eq "ann@example.com"`: every operator on every',
        'attribute but `password` and the `meta.version` of users. A filter that no index',
        'supports reads all resources. If that takes longer than five seconds, the answer is 400 with',
        'scimType `tooMany`.',
      ].join('\n'),
    }),
  ),
  sortBy: Type.Optional(
    Type.String({
      description:
        'Any attribute except these two. Text is sorted by its first 512 characters in code-point order, and equal values by id.',
    }),
  ),
  sortOrder: Type.Optional(
    Type.Union([Type.Literal('ascending'), Type.Literal('descending')], { default: 'ascending' }),
  ),
  startIndex: Type.Optional(
    Type.Integer({ description: 'Starts at 1. Values below 1 count as 1.', default: 1 }),
  ),
  count: Type.Optional(
    Type.Integer({ description: 'At most 1,000. 0 returns only the total.', default: 100 }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'Empty for the first page, then `nextCursor` or `previousCursor` of an earlier page (RFC 9865). All other parameters must stay the same. A cursor is valid for an hour.',
    }),
  ),
  attributes,
  excludedAttributes,
});

const names = Type.Optional(Type.Array(Type.String()));

/** The same parameters in a body (RFC 7644 §3.4.3). */
export const searchRequest = Type.Object(
  {
    schemas: message('urn:ietf:params:scim:api:messages:2.0:SearchRequest'),
    ...listQuery.properties,
    attributes: names,
    excludedAttributes: names,
  },
  { title: 'ScimSearchRequest' },
);

/** Responses that the endpoints of a single resource share. */
export const errors = {
  400: { description: 'The request is not valid', schema: scimError },
  404: { description: 'There is no such resource', schema: scimError },
  409: { description: 'A unique value is taken', schema: scimError },
  412: { description: 'The resource does not have the version in If-Match', schema: scimError },
} as const;
