import { findSeenDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import { readTimeZone } from '#form-basics/index.ts';
import { actOnListed, type Page } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { counted } from '#kernel/counted.ts';
import type { Tell } from '#kernel/notice.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import {
  type DashboardMail,
  deleteMail,
  listDueMails,
  listMovedMails,
  lockMail,
  type MailKey,
  saveMail,
} from './dashboard-mails.store.ts';
import { nextMailAt } from './mail-schedule.ts';

const EVERY_MS = 60_000;
const LIFE_MS = 2 * 24 * 60 * 60_000;

export interface SendMailsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'readUser' | 'groupIdsOf' | 'memberIdsOf'>;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly mailQueue: MailQueue;
  readonly tell: Tell<Tx>;
}

/**
 * Returns the job that sends people the links of dashboards when they asked for them. Each mail is queued in the
 * transaction that plans the next one, so that it is sent once, however many nodes look; after an outage one is sent for
 * all that were missed.
 */
export const sendDashboardMails = (deps: SendMailsDeps): Job => ({
  name: 'send-dashboard-mails',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const due = (page: Page) => listDueMails(db.reader, clock.now(), page);
    const moved = (page: Page) => listMovedMails(db.reader, clock.now(), page);
    const failures = [
      ...(await actOnListed(due, (key) => db.transaction((tx) => sendMail(deps, tx, key)))),
      ...(await actOnListed(moved, (key) => db.transaction((tx) => planAnew(deps, tx, key)))),
    ];
    if (failures.length > 0) {
      throw new AggregateError(
        failures,
        `${counted(failures.length, 'dashboard mail')} could not be sent.`,
      );
    }
  },
});

async function sendMail(deps: SendMailsDeps, tx: Tx, key: MailKey): Promise<void> {
  const { clock, mailQueue, tell } = deps;
  const { accountId, dashboardId, userId } = key;
  const now = clock.now();
  const mail = await lockMail(tx, key);
  // Another node has sent it, or the person has changed it meanwhile.
  if (!mail || mail.nextAt > now) return;
  const reader = await readReader(deps, tx, key);
  if (reader === 'none') return endMails(deps, tx, key);
  const nextAt = await planNext(tx, mail, now);
  if (reader === 'inactive') return;
  // A mail that waits until the next one is due would only come beside it.
  const expiresAt = Math.min(nextAt, now + LIFE_MS);
  const about = { dashboard: dashboardId, to: userId };
  await mailQueue.append(tx, accountId, [{ kind: 'dashboard', expiresAt, content: { about } }]);
  await tell(tx, {
    ...{ accountId, kind: 'dashboard', key: dashboardId },
    ...{ about: { type: 'dashboard', id: dashboardId }, to: [{ type: 'User', id: userId }] },
  });
}

/** Plans a mail by the new time zone of its account. One that is due stays so. */
async function planAnew({ clock }: SendMailsDeps, tx: Tx, key: MailKey): Promise<void> {
  const mail = await lockMail(tx, key);
  const now = clock.now();
  if (mail && mail.nextAt > now) await planNext(tx, mail, now);
}

async function planNext(tx: Tx, mail: DashboardMail, now: number): Promise<number> {
  const timeZone = await readTimeZone(tx, mail.accountId);
  const nextAt = nextMailAt(mail.schedule, timeZone, now);
  await saveMail(tx, { ...mail, nextAt, timeZone });
  return nextAt;
}

/** `none`: the person or the dashboard is gone, or the person may not see it any more. */
async function readReader(
  { directory }: Pick<SendMailsDeps, 'directory'>,
  tx: Tx,
  { accountId, dashboardId, userId }: MailKey,
): Promise<'active' | 'inactive' | 'none'> {
  const user = await directory.readUser(tx, accountId, userId, 'all');
  if (!user) return 'none';
  const viewer = { accountId, userId, role: user.role };
  if (!(await findSeenDashboard(tx, directory, viewer, dashboardId))) return 'none';
  return user.active ? 'active' : 'inactive';
}

async function endMails({ audit }: SendMailsDeps, tx: Tx, key: MailKey): Promise<void> {
  await deleteMail(tx, key);
  await audit.append(
    tx,
    { accountId: key.accountId, via: 'system' },
    {
      action: 'dashboard.end-mails',
      targetType: 'Dashboard',
      targetId: key.dashboardId,
      detail: { user: key.userId },
    },
  );
}
