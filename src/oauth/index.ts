// Access with OAuth 2.0: the token endpoint with every method of client authentication, revocation,
// introspection, the documents about them, and the authentication of Bearer tokens. This folder owns the
// terms of RFC 6749, 6750, 7009, 7523, 7662 and 8414. It does not know how tokens are made (tokens/), where
// credentials are stored (credentials/), or any resource.
import { createAuditQueue, type Refusals } from '#audit/index.ts';
import { type Credentials, createCredentialUseRecorder } from '#credentials/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { ExposedHeader } from '#http/exposed-header.ts';
import type { FailureLimit } from '#http/failure-limit.ts';
import type { Authenticators } from '#http/principal.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Outbound } from '#outbound/outbound.ts';
import type { PublicJwk, Tokens } from '#tokens/tokens.ts';
import { createBearerAuthenticator } from './authenticate-bearer.ts';
import { createClientAuthenticator } from './client-authentication/authenticate-client.ts';
import { createRemoteKeySets } from './client-authentication/remote-key-sets.ts';
import { secretInBody } from './client-authentication/secret-in-body.ts';
import { secretInHeader } from './client-authentication/secret-in-header.ts';
import { signedAssertion } from './client-authentication/signed-assertion.ts';
import { exposedCredential } from './exposed-credential.ts';
import { getJwks } from './get-jwks.ts';
import { getMetadata } from './get-metadata.ts';
import { introspectToken } from './introspect-token.ts';
import { revokeToken } from './revoke-token.ts';
import { tokenEndpoint } from './token-endpoint.ts';

export interface OauthDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly refusals: Pick<Refusals, 'record' | 'flush'>;
  readonly ring: { readonly publicKeys: () => Promise<readonly PublicJwk[]> };
  readonly outbound: Outbound;
  /** Slows down addresses that guess client ids. */
  readonly clientFailures: FailureLimit;
  /** base_url, without a trailing slash. */
  readonly publicUrl: () => string;
  /** auth_url, without a trailing slash. */
  readonly issuer: () => string;
  /** Gets the errors of writes that happen beside requests, such as the last use. */
  readonly onError: (error: unknown) => void;
}

export interface Oauth {
  readonly endpoints: readonly Endpoint[];
  readonly authenticateBearer: Authenticators['bearer'];
  /** Returns the handler of credentials that were sent over plain HTTP. */
  checkExposed(options: {
    readonly basic: Authenticators['basic'];
    readonly revoke: boolean;
  }): (sent: ExposedHeader) => Promise<void>;
  /** Stores everything that is not stored yet. */
  flush(): Promise<void>;
  /** Flushes and stops. Call it before the database is closed. */
  close(): Promise<void>;
}

export function createOauth(deps: OauthDeps): Oauth {
  const useRecorder = createCredentialUseRecorder(deps);
  const auditQueue = createAuditQueue(deps);
  const remoteKeySets = createRemoteKeySets(deps);
  const methods = [
    secretInBody(deps),
    secretInHeader(deps),
    signedAssertion({ ...deps, remoteKeySets }),
  ];
  const authenticateClient = createClientAuthenticator({ ...deps, useRecorder, methods });
  const all = { ...deps, ...deps.ring, useRecorder, auditQueue, authenticateClient };
  return {
    endpoints: [
      tokenEndpoint(all),
      revokeToken(all),
      introspectToken(all),
      getMetadata(all),
      getJwks(all),
    ],
    authenticateBearer: createBearerAuthenticator({ ...deps, useRecorder }),
    checkExposed: (options) => exposedCredential({ ...deps, ...options }),
    async flush() {
      await useRecorder.flush();
      await deps.refusals.flush();
    },
    async close() {
      await useRecorder.close();
      await deps.refusals.flush();
    },
  };
}
