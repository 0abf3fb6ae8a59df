import { type TSchema, Type } from 'typebox';
import type { Protocol } from './endpoint.ts';

// The schemas of what write-error.ts writes, for the OpenAPI document.

const code = Type.String({
  description: 'What went wrong, for programs: stable, from the list of error codes.',
});
const at = Type.Optional(
  Type.String({ description: 'The position: a parameter, a header or a position in the body.' }),
);
const reason = Type.Optional(
  Type.String({
    description:
      'The reason within the code, for programs: stable, from the list of reasons. Further members hold its numbers and names, such as `limit`.',
  }),
);
const requestId = Type.String({
  description: 'The id of the request, which is also in the request log. Quote it to support.',
  format: 'uuid',
});

/** RFC 7644 §3.12, and no other member: typed clients throw on a member that they do not know. */
const scimError = Type.Object(
  {
    schemas: Type.Array(Type.Literal('urn:ietf:params:scim:api:messages:2.0:Error')),
    status: Type.String({ description: 'The HTTP status, as text.', pattern: '^[45]\\d\\d$' }),
    scimType: Type.Optional(Type.String({ description: 'RFC 7644 §3.12, table 9.' })),
    detail: Type.String({ description: 'What was wrong, where, and what would be right.' }),
  },
  { title: 'ScimError', additionalProperties: false },
);

/** RFC 6749 §5.2. */
const oauthError = Type.Object(
  {
    error: Type.String({ examples: ['invalid_client', 'invalid_request', 'invalid_scope'] }),
    error_description: Type.String({ description: 'What was wrong, and what would be right.' }),
  },
  { title: 'OauthError' },
);

/** RFC 9457. */
const problem = Type.Object(
  {
    type: Type.String({ description: 'urn:formstead:error: and the code.', format: 'uri' }),
    title: Type.String({ description: 'The same for every error of the code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What was wrong, where, and what would be right.' }),
    code,
    reason,
    at,
    requestId,
  },
  { title: 'Problem', additionalProperties: true },
);

export const ERROR_SCHEMAS: Readonly<Record<Protocol, TSchema>> = {
  scim: scimError,
  oauth: oauthError,
  problem,
};
