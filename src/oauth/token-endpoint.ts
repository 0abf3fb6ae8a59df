import { Type } from 'typebox';
import type { AuditQueue } from '#audit/index.ts';
import type { AuthenticatedClient, CredentialUseRecorder } from '#credentials/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { Actor, AuditEvent } from '#kernel/actor.ts';
import { inChild } from '#kernel/traced-work.ts';
import { SCOPE, TOKEN_LIFETIME_S, type Tokens } from '#tokens/tokens.ts';
import type { ClientAuthenticator } from './client-authentication/authenticate-client.ts';
import {
  CLIENT_NOT_AUTHENTICATED,
  CLIENT_PARAMETERS,
  MAX_FORM_BYTES,
} from './client-parameters.ts';
import { TOKEN_PATH } from './token-path.ts';
import { checkTokenRequest } from './token-request.ts';

interface TokenEndpointDeps {
  readonly tokens: Tokens;
  readonly useRecorder: CredentialUseRecorder;
  readonly auditQueue: AuditQueue;
  readonly authenticateClient: ClientAuthenticator;
  /** base_url and auth_url, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly issuer: () => string;
}

const TokenRequest = Type.Object(
  {
    grant_type: Type.Literal('client_credentials'),
    scope: Type.Literal(SCOPE),
    resource: Type.Optional(
      Type.String({
        description:
          'Optional, and the only parameter that may be repeated (RFC 8707). If it is, one value must be this service, such as its base URL.',
      }),
    ),
    ...CLIENT_PARAMETERS,
  },
  { title: 'TokenRequest', description: 'Each parameter exactly once, except `resource`.' },
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

/** POST /connect/token: issues an access token for an API credential (RFC 6749 §4.4, docs/integrators.md). */
export const tokenEndpoint = ({
  tokens,
  useRecorder,
  auditQueue,
  authenticateClient,
  publicUrl,
  issuer,
}: TokenEndpointDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: TOKEN_PATH,
    protocol: 'oauth',
    limit: 'token',
    access: 'public',
    body: 'form',
    maxBodyBytes: MAX_FORM_BYTES,
    doc: {
      summary: 'Get an access token',
      tag: 'Authentication',
      description:
        'Exchanges the proof of an API credential (its client id and secret, or a signed assertion) for ' +
        'an access token that acts as the user of the credential for one hour. Ask for a new one only ' +
        'when it is about to expire.',
      body: TokenRequest,
      responses: {
        200: {
          description: 'An access token.',
          schema: TokenResponse,
          headers: { 'Cache-Control': 'no-store, because the token is a secret.' },
        },
        400: { description: 'The request is malformed (RFC 6749 §5.2).' },
        401: CLIENT_NOT_AUTHENTICATED,
      },
    },
    async handle(request) {
      checkTokenRequest(request, [publicUrl(), issuer()]);
      const client = await authenticateClient(request, 'token.issue');
      const { accountId, credentialId, secretId } = client;
      await request.countClient(credentialId);
      const { token, tokenId, expiresIn } = await inChild(SIGN, () => tokens.issue(client));
      // The audit event is stored before the token is sent.
      const record = issueRecord(request.ip, client, tokenId);
      await inChild(RECORD, () => auditQueue.append(...record));
      const agent = request.headers['user-agent'];
      useRecorder.used({ accountId, credentialId, secretId, ip: request.ip, agent });
      return {
        status: 200,
        issued: token,
        body: { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: SCOPE },
      };
    },
  });

const SIGN = { name: 'sign token', kind: 'internal' } as const;
const RECORD = { name: 'record token', kind: 'internal' } as const;

const issueRecord = (
  ip: string,
  { accountId, userId, credentialId, secretId }: AuthenticatedClient,
  tokenId: string,
): [Actor, AuditEvent] => [
  { accountId, userId, credentialId, ip, via: 'api' },
  {
    action: 'token.issue',
    targetType: 'Token',
    targetId: tokenId,
    ...(secretId !== undefined && { detail: { secret: secretId } }),
  },
];
