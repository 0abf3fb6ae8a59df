import { type TSchema, Type } from 'typebox';
import { ERROR_SCHEMAS } from '#http/error-schemas.ts';
import { groupType, userType } from '#scim/protocol/index.ts';
import { resourceSchema } from './resource-schema.ts';

/** What the generated OpenAPI document says of SCIM messages. */
export const scimError = ERROR_SCHEMAS.scim;

export const userSchema = resourceSchema(
  userType,
  'RFC 7643 §4.1 and §4.3. What is unknown is passed over; names are taken in any letter case.',
);

export const groupSchema = resourceSchema(
  groupType,
  'RFC 7643 §4.2. What is unknown is passed over; names are taken in any letter case.',
);

export const discoverySchema = Type.Object({}, { additionalProperties: true });

export const listOf = (resource: TSchema): TSchema =>
  Type.Object({
    schemas: Type.Array(Type.Literal('urn:ietf:params:scim:api:messages:2.0:ListResponse')),
    totalResults: Type.Integer(),
    startIndex: Type.Optional(Type.Integer({ description: 'Not with a cursor.' })),
    nextCursor: Type.Optional(Type.String({ description: 'With a cursor, but on the last page.' })),
    previousCursor: Type.Optional(
      Type.String({ description: 'With a cursor, but on the first page.' }),
    ),
    itemsPerPage: Type.Integer({ description: 'How many this answer holds.' }),
    Resources: Type.Array(resource),
  });

/** On the base URL: a user or a group. */
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
        'resources and may take two seconds, else it is 400 `tooMany`.',
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

/** The same in a body, RFC 7644 §3.4.3. */
export const searchRequest = Type.Object(
  {
    schemas: Type.Array(Type.Literal('urn:ietf:params:scim:api:messages:2.0:SearchRequest')),
    ...listQuery.properties,
    attributes: names,
    excludedAttributes: names,
  },
  { title: 'ScimSearchRequest' },
);

/** Answers that reads, writes and deletions of one resource share. */
export const errors = {
  400: { description: 'What was sent is not valid', schema: scimError },
  404: { description: 'There is no such resource', schema: scimError },
  409: { description: 'A unique value is taken', schema: scimError },
  412: { description: 'The resource is not at the version named', schema: scimError },
} as const;
