import { type Credentials, isProvisioningToken } from '#credentials/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { ExposedHeader } from '#http/exposed-header.ts';
import type { Authenticators } from '#http/principal.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { AppError } from '#kernel/errors.ts';
import type { TokenClaims, Tokens } from '#tokens/tokens.ts';
import { parseBasic } from './client-authentication/secret-in-header.ts';

interface ExposedDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly basic: Authenticators['basic'];
  /** Whether an exposed credential is revoked, or only marked and recorded. */
  readonly revoke: boolean;
}

/**
 * Handles a credential that was sent over plain HTTP. Only a valid one matters: invented ones leave no trace. Its
 * allowed networks do not matter, because a reader of it may be elsewhere. A password is recorded and stays valid:
 * ending it would lock out its user, who may be the last admin.
 */
export const exposedCredential =
  (deps: ExposedDeps) =>
  async (sent: ExposedHeader): Promise<void> => {
    const [scheme = '', value = ''] = sent.authorization.split(/ +/, 2);
    try {
      if (scheme.toLowerCase() === 'bearer') await exposeToken(deps, sent, value);
      else if (sent.path.startsWith('/connect/')) await exposeClientSecret(deps, sent);
      else if (scheme.toLowerCase() === 'basic') await exposePassword(deps, sent, value);
    } catch (error) {
      // The credential is not valid, and nothing else was to be found out.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  };

async function exposeToken(deps: ExposedDeps, sent: ExposedHeader, token: string): Promise<void> {
  const { db, credentials, tokens } = deps;
  if (isProvisioningToken(token)) {
    const state = await credentials.readProvisioning(db.reader, token);
    if (state.refused === undefined) await exposeSecret(deps, sent, state);
    return;
  }
  const claims = await tokens.verify(token);
  if (await credentials.readLiveState(db.reader, claims)) {
    await exposeAccessToken(deps, sent, claims);
  }
}

async function exposeAccessToken(
  { db, credentials, audit, revoke }: ExposedDeps,
  { ip }: ExposedHeader,
  claims: TokenClaims,
): Promise<void> {
  const { accountId, userId, credentialId, tokenId } = claims;
  const actor: Actor = { accountId, userId, credentialId, ip, via: 'api' };
  await db.transaction(async (tx) => {
    await audit.append(tx, actor, {
      action: 'token.expose',
      targetType: 'Token',
      targetId: tokenId,
      detail: { revoked: revoke },
    });
    if (revoke) await credentials.revokeToken(tx, actor, claims);
  });
}

async function exposeClientSecret(deps: ExposedDeps, sent: ExposedHeader): Promise<void> {
  const basic = parseBasic(sent.authorization);
  if (!basic) return;
  const { credentials, db } = deps;
  const client = await credentials.checkClientSecret(db.reader, basic.clientId, basic.clientSecret);
  if (client.refused === undefined) await exposeSecret(deps, sent, client);
}

async function exposeSecret(
  { db, credentials, revoke }: ExposedDeps,
  { ip }: ExposedHeader,
  found: {
    readonly accountId: string;
    readonly userId?: string;
    readonly credentialId: string;
    readonly secretId?: string | undefined;
  },
): Promise<void> {
  const { accountId, userId, credentialId, secretId } = found;
  if (secretId === undefined) return;
  const actor: Actor = {
    accountId,
    credentialId,
    ip,
    via: 'api',
    ...(userId !== undefined && { userId }),
  };
  await db.transaction((tx) =>
    credentials.exposeSecret(tx, actor, { credentialId, secretId, revoke }),
  );
}

async function exposePassword(
  { db, audit, basic }: ExposedDeps,
  { ip, agent }: ExposedHeader,
  value: string,
): Promise<void> {
  const principal = await basic?.(value, { ip, agent });
  if (principal?.kind !== 'user') return;
  const { accountId, userId } = principal;
  await db.transaction((tx) =>
    audit.append(
      tx,
      { accountId, userId, ip, via: 'api' },
      { action: 'user.expose-password', targetType: 'User', targetId: userId },
    ),
  );
}
