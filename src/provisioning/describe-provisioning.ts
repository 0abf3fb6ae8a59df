import type { Credential } from '#credentials/index.ts';
import type { Reader } from '#db/database.ts';
import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';
import { readLastRequestAt, readProvisioningHealth } from './log/provisioning-log.store.ts';
import type { Provisioning } from './provisioning.shapes.ts';
import type { ProvisioningDeps } from './provisioning-deps.ts';
import { readProvisioningSettings, type StoredProvisioning } from './provisioning-state.store.ts';

const DAY_MS = 86_400_000;
/** Warn this long before a token ends. Kong/developer.konghq.com#3100 reports a token that ended without a warning. */
const WARN_BEFORE_MS = 20 * DAY_MS;
const RECENTLY_MS = 7 * DAY_MS;

type Deps = Pick<
  ProvisioningDeps,
  'db' | 'clock' | 'credentials' | 'directory' | 'publicUrl' | 'settings'
>;

/** Returns everything that the provisioning screen shows. Counting takes long, so no transaction waits for it. */
export async function describeProvisioning(deps: Deps, accountId: string): Promise<Provisioning> {
  const db = deps.db.reader;
  const stored = await readProvisioningSettings(db, accountId);
  if (!stored) throw fail('not-found', 'There is no such account.');
  const now = deps.clock.now();
  const { enabled, sharePercent, minimum, windowMinutes, offUntil } = stored.guard;
  return {
    state: stored.state,
    ...(await describeChange(deps, db, accountId, stored)),
    baseUrl: `${deps.publicUrl()}/scim/v2`,
    tokenUrl: tokenUrlOf(deps),
    guard: { enabled, sharePercent, minimum, windowMinutes },
    ...(offUntil !== undefined && now < offUntil && { guardOffUntil: timeOf(offUntil) }),
    retentionDays: stored.retentionDays,
    ...(isKeptSince(stored, now) && { logCutAt: timeOf(stored.logCutAt) }),
    ...(await deps.directory.readSyncRules(db, accountId)),
    health: await describeHealth(deps.db, accountId, now),
    warnings: await findWarnings(deps, db, accountId, now),
  };
}

/** Later, the entries would be gone in any case. */
const isKeptSince = (
  stored: StoredProvisioning,
  now: number,
): stored is StoredProvisioning & { readonly logCutAt: number } =>
  stored.logCutAt !== undefined && stored.logCutAt >= now - stored.retentionDays * DAY_MS;

async function describeChange(
  { directory }: Deps,
  db: Reader,
  accountId: string,
  { reason, changedAt, changedBy }: StoredProvisioning,
): Promise<Pick<Provisioning, 'reason' | 'changedAt' | 'changedBy'>> {
  const user =
    changedBy === undefined ? undefined : await directory.readUser(db, accountId, changedBy, 'all');
  return {
    ...(reason !== undefined && { reason }),
    ...(changedAt !== undefined && { changedAt: timeOf(changedAt) }),
    ...(changedBy !== undefined && {
      changedBy: { id: changedBy, ...(user && { userName: user.userName }) },
    }),
  };
}

async function describeHealth(
  db: Deps['db'],
  accountId: string,
  now: number,
): Promise<Provisioning['health']> {
  const read = await readProvisioningHealth(db, accountId, now);
  const { lastSuccessAt, lastFailure, last24h, unproven24h } = read;
  const { count, lastAt, lastIp } = unproven24h;
  return {
    ...(lastSuccessAt !== undefined && { lastSuccessAt: timeOf(lastSuccessAt) }),
    ...(lastFailure && {
      lastFailureAt: timeOf(lastFailure.at),
      lastFailureId: lastFailure.id,
      lastFailureStatus: lastFailure.status,
      lastFailure: `${lastFailure.status} ${lastFailure.detail ?? ''}`.trim(),
    }),
    last24h: { ...last24h },
    unproven24h: {
      count,
      ...(lastAt !== undefined && { lastAt: timeOf(lastAt) }),
      ...(lastIp !== undefined && { lastIp }),
    },
  };
}

/** Returns warnings about credentials of provisioning that will soon stop it, or have just stopped it. */
async function findWarnings(
  { credentials }: Deps,
  db: Reader,
  accountId: string,
  now: number,
): Promise<Provisioning['warnings']> {
  const warnings: Provisioning['warnings'] = [];
  for (let after: string | undefined; ; ) {
    const page = await credentials.list(db, accountId, { after });
    for (const credential of page) {
      const isSuspended = credential.state === 'suspended';
      const syncedAt = isSuspended
        ? await readLastRequestAt(db, accountId, credential.id)
        : undefined;
      warnings.push(...warningsOf(credential, syncedAt, now));
    }
    after = page.at(-1)?.id;
    if (after === undefined) return warnings;
  }
}

/** @param syncedAt time of the credential's last SCIM request, for suspended credentials only */
function warningsOf(
  credential: Credential,
  syncedAt: number | undefined,
  now: number,
): Provisioning['warnings'] {
  const { id, name, kind, state, actsAs } = credential;
  const about = { credentialId: id, credentialName: name };
  if (actsAs && syncedAt !== undefined && now - syncedAt <= RECENTLY_MS) {
    const who = actsAs.userName ?? actsAs.id;
    const text = `${who} is not active, so the credential ${name}, which did provisioning in the last 7 days, is refused.`;
    return [{ kind: 'acting-user-inactive', text, ...about, userId: actsAs.id, userName: who }];
  }
  if (state !== 'active' || kind !== 'provisioning-token') return [];
  const ends = credential.secrets
    .filter((secret) => secret.state === 'live')
    .map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...ends);
  if (last > now + WARN_BEFORE_MS) return [];
  const days = Math.max(0, Math.floor((last - now) / DAY_MS));
  const text =
    ends.length === 0
      ? `The provisioning token ${name} has ended. Make a new one and give it to the identity provider.`
      : `The provisioning token ${name} ends in ${counted(days, 'day')}. Make a new one with an overlap.`;
  const endsAt = ends.length > 0 && { endsAt: timeOf(last) };
  return [{ kind: 'credential-expires', text, ...about, ...endsAt }];
}

/** Returns the address of the token endpoint. */
export const tokenUrlOf = ({ settings, publicUrl }: Pick<Deps, 'settings' | 'publicUrl'>): string =>
  `${settings.server.authUrl ?? publicUrl()}/connect/token`;

const timeOf = (at: number): string => new Date(at).toISOString();
