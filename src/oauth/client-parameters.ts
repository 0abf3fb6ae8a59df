import { Type } from 'typebox';

/** The largest form: usual ones have a few hundred bytes, or a few thousand with an assertion. */
export const MAX_FORM_BYTES = 65_536;

/** The parameters by which a client authenticates in the body, for the OpenAPI document. */
export const CLIENT_PARAMETERS = {
  client_id: Type.Optional(
    Type.String({ description: 'Of the API credential; may be left out where the rest names it.' }),
  ),
  client_secret: Type.Optional(
    Type.String({
      description:
        'Shown once, when it was made. Left out by clients that send it in an `Authorization: Basic` header, or an assertion.',
    }),
  ),
  client_assertion_type: Type.Optional(
    Type.Literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
  ),
  client_assertion: Type.Optional(
    Type.String({ description: 'A signed JWT (RFC 7523), with the issuer as its sole audience.' }),
  ),
} as const;

export const CLIENT_NOT_AUTHENTICATED = {
  description: 'The client is not authenticated: whatever was wrong, the answer is the same.',
} as const;
