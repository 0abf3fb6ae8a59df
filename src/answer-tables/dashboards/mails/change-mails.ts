import type { DashboardsDeps } from '#answer-tables/dashboards/change-dashboards.ts';
import { requireDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import { MAX_DASHBOARDS } from '#answer-tables/dashboards/limits.ts';
import type { Tx } from '#db/database.ts';
import { lockText } from '#db/text-locks.ts';
import { type FormActor, readTimeZone } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import {
  countMailsOf,
  type DashboardMail,
  deleteMail,
  findMail,
  saveMail,
} from './dashboard-mails.store.ts';
import { checkSchedule, type MailSchedule, nextMailAt } from './mail-schedule.ts';

/**
 * Sends somebody the link of a dashboard from now on, on a schedule; an earlier one of theirs ends.
 * @throws AppError `not-found`, `invalid-value`, `too-many` beyond 50 dashboards of one user
 */
export const startMails =
  (deps: DashboardsDeps) =>
  async (tx: Tx, by: FormActor, id: string, given: MailSchedule): Promise<DashboardMail> => {
    const { accountId, userId } = by;
    const schedule = checkSchedule(given);
    const dashboard = await requireDashboard(tx, deps.directory, by, id);
    const key = { accountId, dashboardId: dashboard.id, userId };
    await lockText(tx, `dashboard mails ${accountId} ${userId}`);
    const isNew = (await findMail(tx, key)) === undefined;
    if (isNew && (await countMailsOf(tx, accountId, userId)) >= MAX_DASHBOARDS) {
      throw fail(
        'too-many',
        `You may get mails of at most ${MAX_DASHBOARDS} dashboards. End those of another one first.`,
        { because: { reason: 'most-items', limit: MAX_DASHBOARDS } },
      );
    }
    const timeZone = await readTimeZone(tx, accountId);
    const nextAt = nextMailAt(schedule, timeZone, deps.clock.now());
    const mail: DashboardMail = { ...key, schedule, nextAt, timeZone };
    await saveMail(tx, mail);
    await deps.audit.append(tx, by, {
      action: 'dashboard.start-mails',
      targetType: 'Dashboard',
      targetId: dashboard.id,
      detail: {
        every: schedule.every,
        ...(schedule.on !== undefined && { on: schedule.on }),
        hour: schedule.hour,
      },
    });
    return mail;
  };

/** Sends somebody no more mails of a dashboard. @throws AppError `not-found` */
export const endMails =
  (deps: DashboardsDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<void> => {
    const { accountId, userId } = by;
    const dashboard = await requireDashboard(tx, deps.directory, by, id);
    if (!(await deleteMail(tx, { accountId, dashboardId: dashboard.id, userId }))) return;
    await deps.audit.append(tx, by, {
      action: 'dashboard.end-mails',
      targetType: 'Dashboard',
      targetId: dashboard.id,
    });
  };
