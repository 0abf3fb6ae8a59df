import { Type } from 'typebox';
import type { Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import { SCOPE, TOKEN_AUDIENCE, type TokenClaims, type Tokens } from '#tokens/tokens.ts';
import type { ClientAuthenticator } from './client-authentication/authenticate-client.ts';
import {
  CLIENT_NOT_AUTHENTICATED,
  CLIENT_PARAMETERS,
  MAX_FORM_BYTES,
} from './client-parameters.ts';
import { checkForm, malformed, readParameter } from './client-request.ts';

interface IntrospectDeps {
  readonly db: Database;
  readonly credentials: Credentials;
  readonly tokens: Tokens;
  readonly authenticateClient: ClientAuthenticator;
  readonly issuer: () => string;
}

const IntrospectionRequest = Type.Object(
  {
    token: Type.String(),
    token_type_hint: Type.Optional(Type.String({ description: 'Optional.' })),
    ...CLIENT_PARAMETERS,
  },
  { title: 'IntrospectionRequest' },
);

const Introspection = Type.Object(
  {
    active: Type.Boolean({ description: 'If false, there are no other members.' }),
    scope: Type.Optional(Type.Literal(SCOPE)),
    client_id: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.Literal('Bearer')),
    iss: Type.Optional(Type.String()),
    aud: Type.Optional(Type.String()),
    sub: Type.Optional(Type.String({ description: 'The id of the user that it acts as.' })),
    iat: Type.Optional(Type.Integer({ description: 'Seconds since the epoch.' })),
    exp: Type.Optional(Type.Integer({ description: 'Seconds since the epoch.' })),
    jti: Type.Optional(Type.String()),
  },
  { title: 'Introspection' },
);

/** POST /connect/introspect: tells whether an access token is valid, and for whom (RFC 7662). */
export const introspectToken = (deps: IntrospectDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/connect/introspect',
    protocol: 'oauth',
    limit: 'introspection',
    access: 'public',
    body: 'form',
    maxBodyBytes: MAX_FORM_BYTES,
    doc: {
      summary: 'Introspect an access token',
      tag: 'Authentication',
      description:
        'Returns the content of a valid token of the client’s own account (RFC 7662). For any other ' +
        'token, the answer says only that it is not active.',
      body: IntrospectionRequest,
      responses: {
        200: { description: 'The state of the token.', schema: Introspection },
        400: { description: 'The request is malformed.' },
        401: CLIENT_NOT_AUTHENTICATED,
      },
    },
    async handle(request) {
      checkForm(request);
      const { accountId } = await deps.authenticateClient(request, 'token.introspect');
      const token = readParameter(request, 'token');
      if (token === undefined) throw malformed('token is missing.');
      const claims = await readLiveToken(deps, accountId, token);
      return { status: 200, body: claims ? factsOf(claims, deps.issuer()) : { active: false } };
    },
  });

async function readLiveToken(
  { db, credentials, tokens }: IntrospectDeps,
  accountId: string,
  token: string,
): Promise<TokenClaims | undefined> {
  try {
    const claims = await tokens.verify(token);
    if (claims.accountId !== accountId) return undefined;
    return (await credentials.readLiveState(db.reader, claims)) && claims;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

const factsOf = (claims: TokenClaims, issuer: string) => ({
  active: true,
  scope: SCOPE,
  client_id: claims.credentialId,
  token_type: 'Bearer',
  iss: issuer,
  aud: TOKEN_AUDIENCE,
  sub: claims.userId,
  iat: claims.issuedAt,
  exp: claims.expiresAt,
  jti: claims.tokenId,
});
