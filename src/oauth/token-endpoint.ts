import { Type } from 'typebox';
import type {
  AuthenticatedClient,
  CredentialNotes,
  Credentials,
  RefusedClient,
} from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import { type Endpoint, endpoint, type Request } from '#http/endpoint.ts';
import type { Actor, AuditEvent } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { SCOPE, TOKEN_LIFETIME_S, type Tokens } from '#tokens/tokens.ts';
import type { AuditQueue } from './audit-queue.ts';
import { parseTokenRequest } from './token-request.ts';

interface TokenEndpointDeps {
  readonly db: Database;
  readonly credentials: Credentials;
  readonly tokens: Tokens;
  readonly notes: CredentialNotes;
  readonly auditQueue: AuditQueue;
}

/** A token request is a few hundred bytes. */
const MAX_BODY_BYTES = 65_536;

const TokenRequest = Type.Object(
  {
    grant_type: Type.Literal('client_credentials'),
    scope: Type.Literal(SCOPE),
    client_id: Type.String({ description: 'Of the API credential.' }),
    client_secret: Type.String({ description: 'Shown once, when it was made.' }),
  },
  { title: 'TokenRequest', description: 'Each parameter exactly once.' },
);

const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'A signed and encrypted JWT, opaque to clients.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Literal(TOKEN_LIFETIME_S, { description: 'Seconds.' }),
    scope: Type.Literal(SCOPE),
  },
  { title: 'AccessToken' },
);

/** POST /connect/token: an access token for an API credential (INTERFACE §4.1, RFC 6749 §4.4). */
export const tokenEndpoint = ({
  db,
  credentials,
  tokens,
  notes,
  auditQueue,
}: TokenEndpointDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/connect/token',
    protocol: 'oauth',
    limit: 'token',
    access: 'public',
    body: 'form',
    maxBodyBytes: MAX_BODY_BYTES,
    doc: {
      summary: 'Get an access token',
      tag: 'Authentication',
      description:
        'Exchanges the client id and secret of an API credential for an access token that acts as ' +
        'the user of the credential for one hour. Ask for a new one only when it is about to expire.',
      body: TokenRequest,
      responses: {
        200: {
          description: 'An access token.',
          schema: TokenResponse,
          headers: { 'Cache-Control': 'no-store: the token is a secret.' },
        },
        400: { description: 'The request is malformed (RFC 6749 §5.2).' },
        401: { description: 'The client is unknown, or its secret is wrong.' },
      },
    },
    async handle(request) {
      const { clientId, clientSecret } = parseTokenRequest(request);
      const client = await credentials.authenticateClient(db.reader, clientId, clientSecret);
      if (client.refused !== undefined) throw refuse(notes, request, client);
      const { accountId, credentialId, secretId } = client;
      const { token, tokenId, expiresIn } = await tokens.issue(client);
      // On record before the token leaves the house.
      await auditQueue.append(...issueRecord(request, client, tokenId));
      notes.used({ accountId, credentialId, secretId });
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: SCOPE },
      };
    },
  });

// One answer whatever was wrong, so that nobody learns which clients exist.
function refuse(notes: CredentialNotes, request: Request<undefined>, client: RefusedClient): Error {
  const { refused: reason, accountId, credentialId } = client;
  request.note({ refused: reason });
  if (accountId !== undefined) notes.refused({ accountId, credentialId, ip: request.ip, reason });
  return fail('credentials-invalid', 'The client is unknown or its secret is wrong.');
}

function issueRecord(
  request: Request<undefined>,
  { accountId, userId, credentialId, secretId }: AuthenticatedClient,
  tokenId: string,
): [Actor, AuditEvent] {
  request.note({ account: accountId, user: userId, credential: credentialId });
  return [
    { accountId, userId, credentialId, ip: request.ip, via: 'api' },
    {
      action: 'token.issue',
      targetType: 'Token',
      targetId: tokenId,
      detail: { secret: secretId },
    },
  ];
}
