// Composition: the one place where domains meet. Plain construction, no container: every domain gets
// what it needs as an argument, and brings its endpoints to the one list below.
import { Server as HttpsServer } from 'node:https';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import {
  accountEndpoints,
  createBasic,
  createLeavingGuard,
  createPasswordCheck,
  createProvisioningLog,
  createSessions,
  createSignInNotes,
  createSignInThrottle,
  deleteOldEntries,
  issueSetUpLink,
  type PasswordCheck,
  type Sessions,
  type SignInNotes,
  type SignInThrottle,
} from '#account/index.ts';
import {
  type Audit,
  auditEndpoints,
  type Chains,
  createAudit,
  createChains,
  createRefusals,
  linkAudit,
  noteForbidden,
  type Refusals,
} from '#audit/index.ts';
import { resolveAuthUrl, resolvePublicUrl, type Settings } from '#config/settings.ts';
import { VERSION } from '#config/version.ts';
import { type Credentials, createCredentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import { isOutage } from '#db/dialect.ts';
import { leasesIn } from '#db/leases.ts';
import { openDatabase } from '#db/open.ts';
import { forgetRateLimits, rateLimitsIn } from '#db/rate-limits.ts';
import {
  createDirectory,
  type Directory,
  openPasswords,
  type Passwords,
} from '#directory/index.ts';
import { createForms, type Forms, formsEndpoints } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { createExposureWatch } from '#http/exposed-header.ts';
import { createFailureLimit, type FailureLimit } from '#http/failure-limit.ts';
import { healthEndpoints } from '#http/health-endpoints.ts';
import { createLimits } from '#http/limits.ts';
import { describeApi } from '#http/openapi.ts';
import { openapiEndpoint } from '#http/openapi-endpoint.ts';
import { createTransport } from '#http/proxy.ts';
import type { CountClient } from '#http/quota.ts';
import { securityHeaders } from '#http/security-headers.ts';
import { createServer } from '#http/server.ts';
import { loadTls, type Tls } from '#http/tls.ts';
import { type Job, startJobs } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { createIds, type Ids, type Random } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import { createSeal, type Seal } from '#kernel/seal.ts';
import { loadMasterKey, openKeyRing, type StoredKeyRing } from '#keys/index.ts';
import { createOauth, type Oauth } from '#oauth/index.ts';
import { createOutbound, type Outbound } from '#outbound/outbound.ts';
import {
  comparisonsOf,
  holdUnique,
  isStoredIn,
  readTypes,
  type ScimTypes,
  scimEndpoints,
} from '#scim/index.ts';
import { lateTokens } from '#tokens/late-tokens.ts';
import { createTokens } from '#tokens/tokens.ts';

/** What the process is given: settings, time, randomness, a log. */
export interface Base {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Everything that works without a listening server: what commands use too. */
export interface Services extends Base {
  readonly ids: Ids;
  readonly db: Database;
  readonly audit: Audit;
  readonly refusals: Refusals;
  /** What proves the audit record. */
  readonly chains: Chains;
  readonly directory: Directory;
  readonly types: ScimTypes;
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
  readonly signInNotes: SignInNotes;
  readonly signInThrottle: SignInThrottle;
  /** Where nodes count requests together; undefined with SQLite, where there is one. */
  readonly rateLimits: CountClient | undefined;
  readonly clientFailures: FailureLimit;
  readonly credentials: Credentials;
  readonly ring: StoredKeyRing;
  readonly outbound: Outbound;
  readonly forms: Forms;
  /** Of people in browsers. */
  readonly sessions: Sessions;
  /** Marks what clients hand back unchanged: places in lists. */
  readonly seal: Seal;
  close(): Promise<void>;
}

/** Opens the storage (bringing its schema up to date), the keys and the domains over it. */
export async function openServices(base: Base): Promise<Services> {
  const { settings, clock, random, log } = base;
  const { dataDir } = settings.server;
  const types = await readTypes(settings.provisioning.schemasFile);
  const db = await openDatabase({
    dataDir,
    databaseUrl: settings.storage.databaseUrl?.reveal(),
    clock,
    random,
    onError: (err) => log.error({ err }, 'an idle database connection broke'),
  });
  try {
    const ids = createIds(clock, random);
    const audit = createAudit({ clock, ids });
    const onError = (err: unknown) => log.error({ err }, 'provisioning could not be paused');
    const leavingGuard = createLeavingGuard({ db, clock, audit, onError });
    const directory = createDirectory({
      clock,
      ids,
      audit,
      comparisons: comparisonsOf(types),
      unique: await holdUnique(db, types),
      leaving: leavingGuard.leaving,
    });
    const masterKey = await loadMasterKey({
      db,
      dataDir,
      masterKey: settings.security.masterKey?.reveal(),
      random,
    });
    const seal = createSeal(masterKey);
    const passwords = await openPasswords({
      random,
      cores: availableParallelism(),
      settings: settings.passwords,
      publicUrl: resolvePublicUrl(settings, settings.server.port),
    });
    const noting = (what: string) => {
      return { db, clock, audit, onError: (err: unknown) => log.error({ err }, what) };
    };
    const refusals = createRefusals(noting('a refusal could not be put on record'));
    const record = noting('a sign-in could not be put on record');
    const signInNotes = createSignInNotes({ ...record, refusals });
    const passwordCheck = createPasswordCheck({
      db,
      directory,
      passwords,
      onError: (err) => log.error({ err }, 'a password could not be hashed anew'),
    });
    const rateLimits = rateLimitsIn(db, (err) =>
      log.warn({ err }, 'limits are counted by this node alone: the storage did not answer'),
    );
    const { failures } = settings.limits;
    return {
      ...base,
      ids,
      db: leavingGuard.watch(db),
      audit,
      refusals,
      chains: createChains({ db, clock, seal, audit }),
      directory,
      types,
      passwords,
      passwordCheck,
      signInNotes,
      signInThrottle: createSignInThrottle({ db, clock, audit, settings: failures }),
      rateLimits,
      clientFailures: createFailureLimit(failures, { clock, client: rateLimits }),
      credentials: createCredentials({ clock, ids, random, audit }),
      ring: await openKeyRing({ db, clock, random, audit, masterKey }),
      outbound: createOutbound({ allowedNetworks: settings.security.outboundNetworks }),
      forms: createForms({ clock, ids, audit, directory }),
      sessions: createSessions({ db, clock, ids, random }),
      seal,
      async close() {
        await passwordCheck.close();
        await leavingGuard.close();
        await signInNotes.close();
        await refusals.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Every route there is. A new domain adds its line here. */
export function endpointsOf(
  services: Services,
  oauth: Oauth,
  publicUrl: () => string,
): readonly Endpoint[] {
  const { settings } = services;
  const endpoints = [
    ...oauth.endpoints,
    ...formsEndpoints({ ...services, publicUrl }),
    ...auditEndpoints({ ...services, publicUrl }),
    ...scimEndpoints({ ...services, publicUrl, basic: settings.security.basic }),
    ...accountEndpoints({ ...services, publicUrl, isStored: isStoredIn(services.types) }),
    ...healthEndpoints(() => isReady(services)),
  ];
  const document = openapiEndpoint((self) =>
    documentOf([...endpoints, self], settings, publicUrl()),
  );
  return [...endpoints, document];
}

/** The OpenAPI document of the endpoints, as the settings make them. */
export function documentOf(
  endpoints: readonly Endpoint[],
  { server, security, limits }: Settings,
  publicUrl: string,
): JsonObject {
  return describeApi(endpoints, {
    baseUrl: publicUrl,
    authUrl: server.authUrl ?? publicUrl,
    version: VERSION,
    limits,
    basic: security.basic,
  });
}

const MINUTE_MS = 60_000;

/** What has to be done every now and then, by one node of the deployment. */
function jobsOf({
  chains,
  ring,
  credentials,
  signInThrottle,
  sessions,
  clock,
  db,
}: Services): readonly Job[] {
  return [
    linkAudit(chains),
    { name: 'maintain-keys', everyMs: MINUTE_MS, run: () => ring.maintain() },
    { name: 'forget-spent', everyMs: 10 * MINUTE_MS, run: () => credentials.purge(db.reader) },
    {
      name: 'forget-provisioning-log',
      everyMs: 10 * MINUTE_MS,
      run: () => deleteOldEntries(db.reader, clock.now()),
    },
    {
      name: 'forget-limits',
      everyMs: 10 * MINUTE_MS,
      async run() {
        await forgetRateLimits(db.reader, clock.now());
        await signInThrottle.purge();
        await sessions.purge();
      },
    },
  ];
}

export interface RunningServer {
  readonly port: number;
  readonly publicUrl: string;
  /** Set-up page with its one-time token, while the deployment has no account. */
  readonly setUpLink: string | undefined;
  /** The certificate authority to trust, when the certificate is our own. */
  readonly caFile: string | undefined;
  readonly fingerprint: string | undefined;
  /** Reads certificate files again (SIGHUP). */
  reload(): Promise<void>;
  /** Stops accepting and lets running requests finish, until `cut` ends them. The services stay open. */
  close(cut?: AbortSignal): Promise<void>;
}

/** Listens. @throws when the port is taken or the certificate can't be used. */
export async function startServer(services: Services): Promise<RunningServer> {
  const { settings, clock, ids, log, db, ring } = services;
  let port = settings.server.port;
  const publicUrl = () => resolvePublicUrl(settings, port);
  const issuer = () => resolveAuthUrl(settings, port);
  const oauth = createOauth({
    ...services,
    issuer,
    tokens: lateTokens(() => createTokens({ clock, ids, issuer: issuer(), ring })),
    onError: (err) => log.error({ err }, 'last use or a refused client could not be noted'),
  });
  const tls = await openTls(services);
  const basic = createBasic({
    ...services,
    settings: settings.security,
    publicUrl,
  });
  const exposure = createExposureWatch({
    judge: oauth.judgeExposed({
      basic: basic.authenticator,
      revoke: settings.security.exposedCredentials === 'revoke',
    }),
    onError: (err) => log.error({ err }, 'a credential sent over plain HTTP could not be noted'),
  });
  const provisioningLog = createProvisioningLog({
    ...services,
    onError: (err) => log.error({ err }, 'requests could not be put on the provisioning log'),
  });
  const server = await createServer({
    authenticators: {
      bearer: oauth.authenticateBearer,
      get basic() {
        return basic.authenticator;
      },
      session: services.sessions.authenticate,
    },
    limits: createLimits(settings.limits, { clock, client: services.rateLimits }),
    clock,
    ids,
    log,
    transport: createTransport(
      settings.tls.mode === 'proxy' ? settings.tls.trustedProxies : undefined,
      exposure.heard,
    ),
    translate: (error) =>
      isOutage(error)
        ? fail('storage-unavailable', 'The storage did not answer. Try again shortly.', {
            cause: error,
            headers: { 'retry-after': '5' },
          })
        : fail('internal', 'Something went wrong on our side. Quote the requestId to support.', {
            cause: error,
          }),
    origin: () => new URL(publicUrl()).origin,
    headers: securityHeaders(tls?.source !== 'local'),
    basicHeaders: basic.headers,
    onForbidden: noteForbidden(services.refusals),
    observe: provisioningLog.observe,
    endpoints: endpointsOf(services, oauth, publicUrl),
    ...(tls && { tls: tls.options }),
  });
  if (tls && server.raw instanceof HttpsServer) tls.attach(server.raw);
  port = await server.listen(settings.server.host, port);
  const setUpToken = await issueSetUpLink({ ...services, db });
  const jobs = startJobs(
    {
      ...services,
      leases: leasesIn(db),
      onError: (err, job) => log.error({ err, job }, 'work in the background failed'),
    },
    jobsOf(services),
  );
  return {
    port,
    publicUrl: publicUrl(),
    setUpLink: setUpToken && `${publicUrl()}/set-up#${setUpToken}`,
    caFile: tls?.caPath,
    fingerprint: tls?.fingerprint,
    async reload() {
      await tls?.reload();
    },
    async close(cut) {
      tls?.close();
      await server.close(cut);
      await jobs.close();
      await exposure.settle();
      await oauth.close();
      await provisioningLog.close();
    },
  };
}

/** Undefined in proxy mode, where the proxy speaks TLS. */
async function openTls({ settings, clock, random, log }: Services): Promise<Tls | undefined> {
  const { tls, server } = settings;
  if (tls.mode === 'proxy') return undefined;
  const files = tls.mode === 'files' ? tls : undefined;
  return loadTls({ ...server, files }, { clock, random, log });
}

async function isReady({ db, ring }: Services): Promise<boolean> {
  try {
    await db.reader.selectFrom('accounts').select('id').limit(1).execute();
    await ring.current();
    return true;
  } catch {
    return false;
  }
}
