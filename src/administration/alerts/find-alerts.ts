import { selectEnding } from '#credentials/index.ts';
import type { Reader } from '#db/database.ts';
import { selectEndedRoleMappings } from '#directory/index.ts';
import { readMailTrouble } from '#mail-queue/index.ts';
import { fillLevelOf, type Quotas, type Usage } from '#quotas/index.ts';
import { findCertificateEnds } from '#sign-in/index.ts';
import {
  AFTER_END_MS,
  type Alert,
  compareAlerts,
  LONGEST_LEAD_MS,
  MOST_ALERTS,
  stageOf,
} from './alert.ts';
import { findFailingProvisioning } from './failing-provisioning.store.ts';

/** Sources of alerts from other domains. They are passed in, because this folder must not import those domains. */
export interface AlertSources {
  /** Webhooks that Formstead turned off by itself, the latest first; `since` in milliseconds. */
  readonly webhooks: (
    db: Reader,
    accountId: string,
    limit: number,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly since: number }[]>;
  /** When the operator's certificate ends, in milliseconds since the epoch; undefined when it is renewed elsewhere. */
  readonly certificateEnd: () => number | undefined;
  /** Attachments of an account whose stored bytes are wrong; `since` in milliseconds. */
  readonly damage: (
    db: Reader,
    accountId: string,
  ) => Promise<{ readonly count: number; readonly since: number } | undefined>;
  /** Returns usage and limits of an account. */
  readonly usage: Quotas['usage'];
}

/** How long the mail server may fail before admins are told; mails are retried meanwhile. */
const MAIL_PATIENCE_MS = 15 * 60_000;

/** Returns the current alerts of an account, the most urgent first, at most {@link MOST_ALERTS}. */
export async function findAlerts(
  sources: AlertSources,
  db: Reader,
  accountId: string,
  now: number,
): Promise<readonly Alert[]> {
  const alerts = [
    ...(await mailAlerts(db, now)),
    ...(await provisioningAlerts(db, accountId, now)),
    ...(await roleAlerts(db, accountId)),
    ...(await webhookAlerts(sources, db, accountId)),
    ...(await damageAlerts(sources, db, accountId)),
    ...(await quotaAlerts(sources, db, accountId, now)),
    ...certificateAlerts(sources, now),
    ...(await signInAlerts(db, accountId, now)),
    ...(await credentialAlerts(db, accountId, now)),
  ];
  return alerts.toSorted(compareAlerts).slice(0, MOST_ALERTS);
}

async function mailAlerts(db: Reader, now: number): Promise<readonly Alert[]> {
  const trouble = await readMailTrouble(db);
  if (trouble === undefined || now - trouble.since < MAIL_PATIENCE_MS) return [];
  const { since, codes: reason } = trouble;
  return [{ id: `mail ${since}`, kind: 'mail-fails', stage: 0, at: since, reason }];
}

async function provisioningAlerts(
  db: Reader,
  accountId: string,
  now: number,
): Promise<readonly Alert[]> {
  const failing = await findFailingProvisioning(db, accountId, now);
  if (failing === undefined) return [];
  const { since, status } = failing;
  const id = `provisioning ${since}`;
  return [{ id, kind: 'provisioning-fails', stage: 0, at: since, reason: String(status) }];
}

/** Returns an alert for the latest deleted group that cost people a role; the page lists the others. */
async function roleAlerts(db: Reader, accountId: string): Promise<readonly Alert[]> {
  const ended = await selectEndedRoleMappings(db, accountId);
  const latest = ended.find(({ people }) => people > 0);
  if (latest === undefined) return [];
  const { groupId, groupName: name, endedAt: at, people } = latest;
  return [
    { id: `roles ${groupId}`, kind: 'roles-lost', stage: 0, at, name, reason: String(people) },
  ];
}

async function webhookAlerts(
  { webhooks }: AlertSources,
  db: Reader,
  accountId: string,
): Promise<readonly Alert[]> {
  const off = await webhooks(db, accountId, MOST_ALERTS);
  return off.map(({ id, name, since }) => ({
    id: `webhook ${id} ${since}`,
    kind: 'webhook-off',
    stage: 0,
    at: since,
    name,
    subjectId: id,
  }));
}

async function damageAlerts(
  { damage }: AlertSources,
  db: Reader,
  accountId: string,
): Promise<readonly Alert[]> {
  const found = await damage(db, accountId);
  if (found === undefined) return [];
  const { since, count } = found;
  const id = `files ${since}`;
  return [{ id, kind: 'files-damaged', stage: 0, at: since, reason: String(count) }];
}

async function quotaAlerts(
  { usage }: AlertSources,
  db: Reader,
  accountId: string,
  now: number,
): Promise<readonly Alert[]> {
  const { fileBytes, forms, answerBytes } = await usage(db, accountId);
  return [
    ...quotaAlert('files-fill-up', fileBytes, now),
    ...quotaAlert('forms-fill-up', forms, now),
    ...quotaAlert('answers-fill-up', answerBytes, now),
  ];
}

function quotaAlert(
  kind: 'files-fill-up' | 'forms-fill-up' | 'answers-fill-up',
  usage: Usage,
  now: number,
): readonly Alert[] {
  const { used, limit } = usage;
  const level = fillLevelOf(usage);
  if (limit === undefined || level === 'low') return [];
  const stage = level === 'high' ? 1 : 2;
  const reason = `${Math.floor((100 * used) / limit)} %`;
  return [{ id: `${kind} ${limit}`, kind, stage, at: now, reason }];
}

function certificateAlerts({ certificateEnd }: AlertSources, now: number): readonly Alert[] {
  const at = certificateEnd();
  const stage = at === undefined ? undefined : stageOf(at, now);
  if (at === undefined || stage === undefined) return [];
  return [{ id: `certificate ${at}`, kind: 'certificate-ends', stage, at }];
}

/** Returns alerts for connections whose last certificate ends. One that goes on after its end is left alone in time. */
async function signInAlerts(db: Reader, accountId: string, now: number): Promise<readonly Alert[]> {
  const ends = await findCertificateEnds(db, accountId);
  return ends.flatMap(({ id, name, endsAt }) => {
    const stage = endsAt < now - AFTER_END_MS ? undefined : stageOf(endsAt, now);
    if (stage === undefined) return [];
    return [
      {
        id: `sign-in certificate ${id} ${endsAt}`,
        kind: 'sign-in-certificate-ends' as const,
        ...{ stage, at: endsAt, name, subjectId: id },
      },
    ];
  });
}

async function credentialAlerts(
  db: Reader,
  accountId: string,
  now: number,
): Promise<readonly Alert[]> {
  const span = { from: now - AFTER_END_MS, until: now + LONGEST_LEAD_MS, limit: MOST_ALERTS };
  const ending = await selectEnding(db, accountId, span);
  return ending.map(({ id, name, endsAt }) => ({
    id: `credential ${id} ${endsAt}`,
    kind: 'credential-ends',
    stage: stageOf(endsAt, now) ?? 0,
    at: endsAt,
    name,
    subjectId: id,
  }));
}
