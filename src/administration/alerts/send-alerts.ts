import type { AdministrationDeps } from '#administration/administration-deps.ts';
import type { Tx } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import { counted } from '#kernel/counted.ts';
import type { Tell } from '#kernel/notice.ts';
import type { QueuedMail } from '#mail-queue/index.ts';
import { adminsToNotify } from './admins.ts';
import type { Alert } from './alert.ts';
import {
  forgetOldAlerts,
  markAnnounced,
  markSeen,
  selectAccountIds,
  selectAnnounced,
} from './alerts.store.ts';
import { type AlertSources, findAlerts } from './find-alerts.ts';

interface SendAlertsDeps
  extends Pick<AdministrationDeps, 'db' | 'clock' | 'directory' | 'mailQueue'> {
  readonly tell: Tell<Tx>;
}

const EVERY_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const PAGE = 100;
/** Mails that wait longer are dropped, because admins see the alert when they sign in. */
const LIFE_MS = 2 * DAY_MS;

/** The job that tells the admins of each account of alerts, in the bell and by mail: once for each alert, and again when an end comes nearer. */
export const sendAlerts = (deps: SendAlertsDeps, sources: AlertSources): Job => ({
  name: 'tell-admins',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const failures: unknown[] = [];
    for (let after = ''; ; ) {
      const page = await selectAccountIds(db.reader, after, PAGE);
      for (const accountId of page) {
        // A failure for one account must not keep the admins of others from being told.
        await alertAccount(deps, sources, accountId).catch((error) => failures.push(error));
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last;
    }
    await forgetOldAlerts(db.reader, clock.now());
    if (failures.length > 0) {
      throw new AggregateError(
        failures,
        `The admins of ${counted(failures.length, 'account')} were not told.`,
      );
    }
  },
});

async function alertAccount(
  deps: SendAlertsDeps,
  sources: AlertSources,
  accountId: string,
): Promise<void> {
  const { db, clock, mailQueue } = deps;
  const now = clock.now();
  const found = await findAlerts(sources, db.reader, accountId, now);
  // A mail about failing mail could not be sent either.
  const alerts = found.filter(({ kind }) => kind !== 'mail-fails');
  const ids = alerts.map(({ id }) => id);
  const announced = await selectAnnounced(db.reader, accountId, ids);
  const isNew = ({ id, stage }: Alert) => (announced.get(id)?.stage ?? -1) < stage;
  const newAlerts = alerts.filter(isNew);
  // Without an admin who has an e-mail address, nothing is marked as told: once an admin enters one, they are told.
  const hasRecipient =
    newAlerts.length > 0 &&
    (!mailQueue.isOn || !(await adminsToNotify(deps, db.reader, accountId).next()).done);
  for (const alert of hasRecipient ? newAlerts : []) {
    await db.transaction(async (tx) => {
      if (!(await markAnnounced(tx, accountId, alert, now))) return;
      // One mail for each, so that its letter is written when it is sent, for whoever is an admin then.
      const same = { kind: `alert-${alert.kind}`, expiresAt: now + LIFE_MS };
      const mails: QueuedMail[] = [];
      for await (const { userId } of adminsToNotify(deps, tx, accountId)) {
        const about = { alert: alert.id, stage: alert.stage, to: userId };
        mails.push({ ...same, content: { about } });
      }
      await mailQueue.append(tx, accountId, mails);
      // Of a webhook they are told when it is turned off.
      if (alert.kind === 'webhook-off') return;
      await deps.tell(tx, {
        ...{ accountId, kind: 'alert', key: alert.id, outcome: alert.kind },
        ...{ about: { type: 'alert', id: alert.id }, to: [{ type: 'Admins', id: '' }] },
      });
    });
  }
  const seen = ids.filter((id) => (announced.get(id)?.seenAt ?? now) < now - DAY_MS);
  await markSeen(db.reader, accountId, seen, now);
}
