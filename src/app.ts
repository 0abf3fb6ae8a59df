// Composition: only here, domains are connected. Plain construction, no container: every domain gets what it needs as
// an argument, and adds its endpoints to the list in `endpoints.ts`.

import { Server as HttpsServer } from 'node:https';
import { type AlertSources, composeAlert, sendAlerts } from '#administration/index.ts';
import { dashboardNameFor, sendDashboardMails } from '#answer-tables/index.ts';
import { composeReminder, sendReminders } from '#assignments/index.ts';
import { recordForbidden } from '#audit/index.ts';
import { resolveAuthUrl, resolvePublicUrl } from '#config/settings.ts';
import { leasesIn } from '#db/leases.ts';
import { admitNode, nodeLease } from '#db/live-nodes.ts';
import { storageError } from '#db/storage-error.ts';
import { attachPdf } from '#exports/index.ts';
import { createNodeMarkers } from '#files/files.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { createExposureWatch } from '#http/exposed-header.ts';
import type { Readiness } from '#http/health-endpoints.ts';
import { createLimits } from '#http/limits.ts';
import { createTransport } from '#http/proxy.ts';
import { securityHeaders } from '#http/security-headers.ts';
import { createServer } from '#http/server.ts';
import { startJobs } from '#jobs/jobs.ts';
import { joinNodes, type Membership } from '#jobs/join-nodes.ts';
import { traceJobs } from '#jobs/trace-jobs.ts';
import { watchLeases } from '#jobs/watch-leases.ts';
import { fail } from '#kernel/errors.ts';
import { createHolder } from '#keys/index.ts';
import {
  composeDashboard,
  composeRetention,
  createAddressQuotas,
  createMailQuotas,
  dressLetter,
} from '#letters/index.ts';
import { createMailSender, type MailSenderDeps, mailJobs } from '#mail-queue/index.ts';
import { createMeasurements, type Measurements } from '#measurements.ts';
import { getMetrics, listenForScrapes, measureJobs } from '#metrics/index.ts';
import {
  composeMail,
  createMailGate,
  createWantedAt,
  createWayToEnd,
  sendBellMails,
  unsubscribeUrl,
} from '#notices/index.ts';
import { createOauth } from '#oauth/index.ts';
import type { PagesState } from '#pages/index.ts';
import { createProvisioningLog } from '#provisioning/index.ts';
import { createLinkAuthenticator } from '#public-links/index.ts';
import { createPushSender } from '#push/index.ts';
import { storageReadiness } from '#readiness.ts';
import { answersForDelivery, composeRule } from '#rules/index.ts';
import {
  beginScheduledExports,
  composeScheduledExport,
  deliverScheduledExports,
} from '#scheduled-exports/index.ts';
import { isStoredIn } from '#scim/index.ts';
import type { Services } from '#services.ts';
import { createBasic, issueSetUpLink } from '#sign-in/index.ts';
import { managesTemplate } from '#templates/index.ts';
import { lateTokens } from '#tokens/late-tokens.ts';
import { createTokens } from '#tokens/tokens.ts';
import { createSender, webhookJobs } from '#webhooks/index.ts';
import { jobsOf } from './background-jobs.ts';
import { alertSourcesOf, endpointsOf, noticeSightsOf } from './endpoints.ts';
import { openTls } from './open-tls.ts';

export interface RunningServer {
  readonly port: number;
  readonly publicUrl: string;
  /** The port of 127.0.0.1 where Prometheus reads; undefined if there is none. */
  readonly metricsPort: number | undefined;
  /** The set-up page with its one-time token, while the deployment has no account. */
  readonly setUpLink: string | undefined;
  /** The certificate authority to trust, if Formstead made the certificate itself. */
  readonly caFile: string | undefined;
  readonly fingerprint: string | undefined;
  /** Reads certificate files again (SIGHUP). */
  reload(): Promise<void>;
  /** Reports `draining` at /readyz, keeps serving, and closes each connection after its answer. */
  beginDrain(): void;
  /** Stops accepting connections and lets requests finish, until `cut` ends them. The services stay open. */
  close(cut?: AbortSignal): Promise<void>;
}

/**
 * Starts the server.
 * @param pages whether the web pages are built, once that is known; if omitted, they count as built
 * @throws when the port is taken or the certificate can't be used
 */
export async function startServer(
  services: Services,
  pages: Promise<PagesState> = Promise.resolve('current'),
): Promise<RunningServer> {
  const { settings, clock, ids, log, db, ring, tracer } = services;
  const trustedProxies = settings.tls.mode === 'proxy' ? settings.tls.trustedProxies : undefined;
  let port = settings.server.port;
  let isDraining = false;
  const leases = watchLeases(leasesIn(db));
  const readiness = async (): Promise<Readiness> => {
    if (isDraining) return 'draining';
    if ((await pages) !== 'current') return 'no-pages';
    return leases.areWritten() ? storageReadiness(services) : 'unavailable';
  };
  const publicUrl = () => resolvePublicUrl(settings, port);
  const issuer = () => resolveAuthUrl(settings, port);
  const oauth = createOauth({
    ...services,
    publicUrl,
    issuer,
    tokens: lateTokens(() => createTokens({ clock, ids, issuer: issuer(), ring })),
    onError: (err) => log.error({ err }, 'last use or a refused client could not be noted'),
  });
  const certificate = await openTls(services);
  const tls = certificate?.tls;
  const alertSources = alertSourcesOf(services, () => certificate?.endToTell());
  const measurements = createMeasurements(services, () => tls?.endsAt);
  const basic = createBasic({
    ...services,
    settings: settings.security,
    publicUrl,
  });
  const exposure = createExposureWatch({
    check: oauth.checkExposed({
      basic: basic.authenticator,
      revoke: settings.security.exposedCredentials === 'revoke',
    }),
    onError: (err) => log.error({ err }, 'a credential sent over plain HTTP could not be noted'),
  });
  const provisioningLog = createProvisioningLog({
    ...services,
    limit: settings.quotas.provisioningLogBytes,
    knowsPath: (path) => isStoredIn(services.types)('Bulk', path),
    onError: (err) => log.error({ err }, 'requests could not be put on the provisioning log'),
  });
  const server = await createServer({
    authenticators: {
      bearer: oauth.authenticateBearer,
      get basic() {
        return basic.authenticator;
      },
      session: services.sessions.authenticate,
      link: createLinkAuthenticator(services),
    },
    limits: createLimits(settings.limits, { clock, client: services.rateLimits }),
    clock,
    ids,
    log,
    logSampling: settings.logging.sampling,
    transport: createTransport(trustedProxies, exposure.observe),
    tracing: tracer && { tracer, trustedProxies },
    translate: (cause) =>
      storageError(cause, db) ??
      fail(
        'internal',
        'Formstead had an internal error. Try again. If it happens again, tell the operator the request id (X-Request-Id).',
        { cause },
      ),
    origin: () => new URL(publicUrl()).origin,
    headers: securityHeaders(tls?.source !== 'local'),
    basicHeaders: basic.headers,
    onForbidden: recordForbidden(services.refusals),
    observe: provisioningLog.observe,
    measure: measurements?.onRequest,
    endpoints: [
      ...endpointsOf(services, oauth, publicUrl, readiness, alertSources),
      ...metricsEndpoints(services, measurements),
    ],
    ...(tls && { tls: tls.options }),
  });
  if (tls && server.raw instanceof HttpsServer) tls.attach(server.raw);
  const membership = await joinOthers(services);
  const holder = membership?.holder ?? services.random.bytes(12).toString('hex');
  const masterKeys = createHolder(services, holder);
  if (!db.isReadOnly) await masterKeys.join();
  await services.ring.current(0);
  const scrapes = await openScrapes(services, measurements);
  port = await server.listen(settings.server.host, port);
  const setUpToken = await issueSetUpLink({ ...services, db });
  const sender = createSender({
    ...services,
    publicUrl,
    answersFor: answersForDelivery(services),
    onError: (err) => log.error({ err }, 'webhooks could not be sent or noted'),
    onAttempt: measurements?.onAttempt,
  });
  const pushSender = createPushSender({
    ...services,
    publicUrl,
    isLive: (session) => services.sessions.isLive(db.reader, session),
    wantedAt: createWantedAt({ ...services, sights: noticeSightsOf(services, alertSources) }),
    onError: (err) => log.warn({ err }, 'news could not be pushed'),
  });
  const mailer = db.isReadOnly ? undefined : services.mailer;
  const mailSender =
    mailer &&
    createMailSender({
      ...services,
      mailer,
      compose: composeLetters({ ...services, publicUrl }, alertSources),
      dress: finishLetters({ ...services, publicUrl }),
      onError: (err) => log.warn({ err }, 'a mail could not be sent for now'),
      onOutcome: measurements?.onMail,
    });
  const work = () => [
    ...jobsOf(services),
    ...(certificate?.jobs ?? []),
    ...webhookJobs(services, sender),
    pushSender.job,
    beginScheduledExports({ ...services, publicUrl }),
    deliverScheduledExports({ ...services, publicUrl }),
    ...(mailSender
      ? [
          ...mailJobs(mailSender),
          sendAlerts(services, alertSources),
          sendBellMails(services),
          sendReminders(services),
          sendDashboardMails(services),
        ]
      : []),
    ...(membership ? [membership.job] : []),
    masterKeys.job,
  ];
  const background = db.isReadOnly ? [] : work();
  const jobsToRun = tracer ? traceJobs(tracer, background) : background;
  const jobs = startJobs(
    {
      ...services,
      leases,
      holder,
      onError: (err, job) => log.error({ err, job }, 'work in the background failed'),
    },
    measurements ? measureJobs({ ...measurements, clock }, jobsToRun) : jobsToRun,
  );
  return {
    port,
    publicUrl: publicUrl(),
    metricsPort: scrapes?.port,
    setUpLink: setUpToken && `${publicUrl()}/set-up#${setUpToken}`,
    caFile: tls?.caPath,
    fingerprint: tls?.fingerprint,
    async reload() {
      await tls?.reload();
    },
    beginDrain() {
      isDraining = true;
      services.noticeStreams.close();
      server.beginDrain();
    },
    async close(cut) {
      await scrapes?.close();
      services.noticeStreams.close();
      tls?.close();
      await server.close(cut);
      await jobs.close();
      await membership?.leave();
      await sender.close();
      await pushSender.close();
      await mailSender?.close();
      await exposure.settle();
      await oauth.close();
      await provisioningLog.close();
    },
  };
}

/** Returns the route of a Prometheus that has the token; none without a token. */
function metricsEndpoints(
  { settings }: Services,
  measurements: Measurements | undefined,
): readonly Endpoint[] {
  const token = settings.metrics?.token?.reveal();
  return measurements && token !== undefined ? [getMetrics(measurements.collector, token)] : [];
}

/** Listens for a Prometheus on this machine, if a port is set for it. */
async function openScrapes({ settings, log }: Services, measurements: Measurements | undefined) {
  const port = settings.metrics?.port;
  if (!measurements || port === undefined) return undefined;
  const scrapes = await listenForScrapes(measurements.collector, {
    port,
    token: settings.metrics?.token?.reveal(),
    onError: (err) => log.error({ err }, 'metrics could not be answered'),
  });
  log.info({ port: scrapes.port }, 'Prometheus can read /metrics at this port of 127.0.0.1');
  return scrapes;
}

/** Returns a function that gives letters their PDF and the look of their organisation, just before they are sent. */
function finishLetters(
  services: Services & { readonly publicUrl: () => string },
): MailSenderDeps['dress'] {
  const dress = dressLetter(services);
  const attach = attachPdf({
    work: services,
    onError: (err) => services.log.warn({ err }, 'the PDF of a mail could not be drawn'),
  });
  return async (accountId, letter) => dress(accountId, await attach(accountId, letter));
}

/** Returns a function that writes the letters of the mail queue. */
function composeLetters(
  services: Services & { readonly publicUrl: () => string },
  alertSources: AlertSources,
): MailSenderDeps['compose'] {
  const mayMail = createMailQuotas(services.clock, services.rateLimits);
  const ofNotices = composeMail({
    ...services,
    mayMail,
    sights: noticeSightsOf(services, alertSources),
  });
  const mailsNow = createMailGate(services);
  const mayMailAddress = createAddressQuotas(services.clock, services.rateLimits);
  const ofRule = composeRule({ ...services, mayMail, mayMailAddress, mailsNow });
  const ofReminder = composeReminder({ ...services, mailsNow });
  const ofAlert = composeAlert({ ...services, mailsNow }, alertSources);
  const wayToEnd = createWayToEnd(mailsNow, services.clock);
  const ofRetention = composeRetention({
    ...services,
    wayToEnd: wayToEnd('retention', 'template'),
    managesTemplate: (db, seen, id) => managesTemplate(services.directory, db, seen, id),
  });
  const ofScheduledExport = composeScheduledExport({
    ...services,
    urlToEnd: (owner, id) => unsubscribeUrl(services, { ...owner, kinds: [], scheduledExport: id }),
  });
  const ofDashboard = composeDashboard({
    ...services,
    wayToEnd: wayToEnd('dashboard', 'dashboard'),
    dashboardNameFor: (db, seen) => dashboardNameFor(services.directory, db, seen),
  });
  return (accountId, about, isAgain) => {
    if ('rule' in about) return ofRule(accountId, about, isAgain);
    if ('reminded' in about) return ofReminder(accountId, about);
    if ('alert' in about) return ofAlert(accountId, about);
    if ('retention' in about) return ofRetention(accountId, about);
    if ('dashboard' in about) return ofDashboard(accountId, about);
    if ('scheduledExport' in about) return ofScheduledExport(accountId, about);
    return ofNotices(accountId, about, isAgain);
  };
}

/**
 * Joins nodes that share a PostgreSQL and must share the folder of files, too; a node that only reads joins nobody.
 * @throws FilesNotShared
 */
async function joinOthers(services: Services): Promise<Membership | undefined> {
  const { db, settings, clock, random } = services;
  if (db.engine === 'sqlite' || db.isReadOnly || settings.files.s3) return undefined;
  return joinNodes({
    markers: createNodeMarkers(settings.server.dataDir),
    admit: (own, check) => admitNode(db, { ...own, now: clock.now() }, check),
    leaseOf: nodeLease,
    random,
  });
}
