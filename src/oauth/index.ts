// How callers get in with OAuth 2.0: the token endpoint, and what a Bearer token means to a request.
// Owns the words of RFC 6749 and 6750. It does not know how tokens are made (tokens/), where
// credentials live (credentials/), or any resource.
import { type Credentials, createLastUsed } from '#credentials/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { Authenticators } from '#http/principal.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Tokens } from '#tokens/tokens.ts';
import { createAuditQueue } from './audit-queue.ts';
import { createBearerAuthenticator } from './authenticate-bearer.ts';
import { createRefusals } from './refusals.ts';
import { tokenEndpoint } from './token-endpoint.ts';

export interface OauthDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly audit: { readonly append: AppendAudit<Tx> };
  /** Hears of what could not be noted beside requests: last use, refused clients. */
  readonly onError: (error: unknown) => void;
}

export interface Oauth {
  readonly endpoints: readonly Endpoint[];
  readonly authenticateBearer: Authenticators['bearer'];
  /** Stores what is still to be noted. */
  flush(): Promise<void>;
  /** Flushes and stops; before the database is closed. */
  close(): Promise<void>;
}

export function createOauth(deps: OauthDeps): Oauth {
  const lastUsed = createLastUsed(deps);
  const auditQueue = createAuditQueue(deps);
  const refusals = createRefusals({ auditQueue, onError: deps.onError });
  return {
    endpoints: [tokenEndpoint({ ...deps, lastUsed, auditQueue, refusals })],
    authenticateBearer: createBearerAuthenticator({ ...deps, lastUsed }),
    async flush() {
      await Promise.all([lastUsed.flush(), refusals.flush()]);
    },
    async close() {
      await Promise.all([lastUsed.close(), refusals.close()]);
    },
  };
}
