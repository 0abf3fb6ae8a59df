// How callers get in with OAuth 2.0: the token endpoint, and what a Bearer token means to a request.
// Owns the words of RFC 6749 and 6750. It does not know how tokens are made (tokens/), where
// credentials live (credentials/), or any resource.
import { type Credentials, createCredentialNotes } from '#credentials/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { Authenticators } from '#http/principal.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Tokens } from '#tokens/tokens.ts';
import { createAuditQueue } from './audit-queue.ts';
import { createBearerAuthenticator } from './authenticate-bearer.ts';
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
  const notes = createCredentialNotes(deps);
  const auditQueue = createAuditQueue(deps);
  return {
    endpoints: [tokenEndpoint({ ...deps, notes, auditQueue })],
    authenticateBearer: createBearerAuthenticator({ ...deps, notes }),
    flush: notes.flush,
    close: notes.close,
  };
}
