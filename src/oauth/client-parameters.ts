import { Type } from 'typebox';

/** The largest form: usual ones have a few hundred bytes, or a few thousand with an assertion. */
export const MAX_FORM_BYTES = 65_536;

/** The parameters by which a client authenticates in the body, for the OpenAPI document. */
export const CLIENT_PARAMETERS = {
  client_id: Type.Optional(
    Type.String({
      description: 'The client id of the API credential. Optional if the assertion names it.',
    }),
  ),
  client_secret: Type.Optional(
    Type.String({
      description:
        'The client secret. Leave it out if you send it in an `Authorization: Basic` header, or if you send an assertion.',
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
  description: 'The client is not authenticated. The answer is the same for every cause.',
} as const;
