import { Type } from 'typebox';
import { type Credentials, isProvisioningToken } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { AppError, fail } from '#kernel/errors.ts';
import type { TokenClaims, Tokens } from '#tokens/tokens.ts';
import type { ClientAuthenticator } from './client-authentication/authenticate-client.ts';
import {
  CLIENT_NOT_AUTHENTICATED,
  CLIENT_PARAMETERS,
  MAX_FORM_BYTES,
} from './client-parameters.ts';
import { checkForm, malformed, readParameter } from './client-request.ts';

interface RevokeDeps {
  readonly db: Database;
  readonly credentials: Credentials;
  readonly tokens: Tokens;
  readonly authenticateClient: ClientAuthenticator;
}

const RevocationRequest = Type.Object(
  {
    token: Type.String({ description: 'An access token of this client.' }),
    token_type_hint: Type.Optional(Type.String({ description: 'Optional.' })),
    ...CLIENT_PARAMETERS,
  },
  { title: 'RevocationRequest' },
);

/** POST /connect/revoke: ends one access token, on every node from the next request on (RFC 7009). */
export const revokeToken = (deps: RevokeDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/connect/revoke',
    protocol: 'oauth',
    limit: 'introspection',
    access: 'public',
    body: 'form',
    maxBodyBytes: MAX_FORM_BYTES,
    doc: {
      summary: 'End an access token',
      tag: 'Authentication',
      description:
        'Revokes an access token of the client before it expires (RFC 7009). The answer is also 200 for a ' +
        'token that is already invalid.',
      body: RevocationRequest,
      responses: {
        200: { description: 'The token is no longer valid.' },
        400: { description: 'The request is malformed, or the token is another client’s.' },
        401: CLIENT_NOT_AUTHENTICATED,
      },
    },
    async handle(request) {
      checkForm(request);
      const client = await deps.authenticateClient(request, 'token.revoke');
      const token = readParameter(request, 'token');
      if (token === undefined) throw malformed('token is missing.');
      if (isProvisioningToken(token)) throw notHere();
      const claims = await readToken(deps.tokens, token);
      if (!claims) return { status: 200 };
      const { accountId, userId, credentialId } = client;
      if (claims.accountId !== accountId || claims.credentialId !== credentialId) throw notYours();
      const actor = { accountId, userId, credentialId, ip: request.ip, via: 'api' } as const;
      await deps.db.transaction((tx) => deps.credentials.revokeToken(tx, actor, claims));
      return { status: 200 };
    },
  });

/** Returns undefined for text that is not a token of Formstead, and for an expired token (RFC 7009 §2.2). */
async function readToken(tokens: Tokens, token: string): Promise<TokenClaims | undefined> {
  try {
    return await tokens.verify(token);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

const notYours = (): AppError =>
  fail(
    'token-of-another',
    'The token was issued to another client, and only that client can revoke it.',
  );

// The answer 200 would be false, because the token stays valid.
const notHere = (): AppError =>
  fail(
    'unsupported-token-type',
    'Provisioning tokens cannot be revoked here. An admin can revoke them: formstead credential revoke.',
  );
