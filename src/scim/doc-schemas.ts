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
    'RFC 7643 §4.1 and §4.3. What is unknown is passed over; names are taken in any letter case.',
  );

export const groupSchemaOf = ({ group }: ScimTypes, direction: Direction = 'shown'): TSchema =>
  resourceSchema(
    group,
    direction,
    'RFC 7643 §4.2. What is unknown is passed over; names are taken in any letter case.',
  );

export const discoverySchema = Type.Object({}, { additionalProperties: true });

export const listOf = (resource: TSchema): TSchema =>
  Type.Object({
    schemas: message('urn:ietf:params:scim:api:messages:2.0:ListResponse'),
    totalResults: Type.Integer(),
    startIndex: Type.Optional(Type.Integer({ description: 'Not with a cursor.' })),
    nextCursor: Type.Optional(Type.String({ description: 'With a cursor, but on the last page.' })),
    previousCursor: Type.Optional(
      Type.String({ description: 'With a cursor, but on the first page.' }),
    ),
    itemsPerPage: Type.Integer({ description: 'How many this answer holds.' }),
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
        bulkId: Type.Optional(Type.String({ description: 'Of a POST, which must have one.' })),
        version: Type.Optional(Type.String({ description: 'What If-Match would say.' })),
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
        location: Type.Optional(Type.String({ description: 'Not of a POST that failed.' })),
        method: Type.Optional(Type.String()),
        bulkId: Type.Optional(Type.String()),
        version: Type.Optional(Type.String()),
        status: Type.String({ description: 'That of the single request, as text.' }),
        response: Type.Optional(Type.Unknown({ description: 'The error of one that failed.' })),
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
  Type.String({ description: 'Names, separated by commas: these only. RFC 7644 §3.9.' }),
);
const excludedAttributes = Type.Optional(
  Type.String({ description: 'Names, separated by commas: all but these.' }),
);

export const projectionQuery = Type.Object({ attributes, excludedAttributes });

export const listQuery = Type.Object({
  filter: Type.Optional(
    Type.String({
      description: [
        'RFC 7644 §3.4.2.2, for instance `userName eq "ann@example.com"`: every operator on every',
        'attribute but `password` and the `meta.version` of users. What no index answers reads all',
        'resources and may take five seconds, else it is 400 `tooMany`.',
      ].join('\n'),
    }),
  ),
  sortBy: Type.Optional(
    Type.String({
      description:
        'Any attribute but those two; text by its first 512 characters, in code-point order. Equals stand by id.',
    }),
  ),
  sortOrder: Type.Optional(
    Type.Union([Type.Literal('ascending'), Type.Literal('descending')], { default: 'ascending' }),
  ),
  startIndex: Type.Optional(Type.Integer({ description: 'From 1; below 1 is 1.', default: 1 })),
  count: Type.Optional(
    Type.Integer({ description: 'At most 1,000; 0 gives the total only.', default: 100 }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'Empty for the first page of a walk, then `nextCursor` or `previousCursor` of a page before (RFC 9865). The other parameters stay the same. Good for an hour.',
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
  400: { description: 'What was sent is not valid', schema: scimError },
  404: { description: 'There is no such resource', schema: scimError },
  409: { description: 'A unique value is taken', schema: scimError },
  412: { description: 'The resource is not at the version named', schema: scimError },
} as const;
