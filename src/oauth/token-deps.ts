import type { Credentials, LastUsed } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Tokens } from '#tokens/tokens.ts';
import type { AuditQueue } from './audit-queue.ts';
import type { Refusals } from './refusals.ts';

/** What the token endpoint works with. */
export interface TokenDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly lastUsed: LastUsed;
  readonly auditQueue: AuditQueue;
  readonly refusals: Refusals;
}
