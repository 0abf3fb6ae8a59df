import type { DashboardMailsDeps } from '#answer-tables/dashboards/dashboard-mails-deps.ts';
import { findMail } from '#answer-tables/dashboards/mails/dashboard-mails.store.ts';
import type { DashboardMailDetail } from '#answer-tables/dashboards/mails/mail.shapes.ts';
import type { MailSchedule } from '#answer-tables/dashboards/mails/mail-schedule.ts';
import { shownAttributes } from '#directory/index.ts';
import { readTimeZone, timeOf, type Viewer } from '#form-basics/index.ts';

/** Returns when somebody gets mails of a dashboard, and whether mails can reach them. */
export async function describeMail(
  { db, directory, mailQueue }: DashboardMailsDeps,
  { accountId, userId }: Viewer,
  dashboardId: string,
): Promise<DashboardMailDetail> {
  const mail = await findMail(db.reader, { accountId, dashboardId, userId });
  const user = await directory.readUser(db.reader, accountId, userId, 'all');
  const { email } = user ? shownAttributes(user.attributes) : {};
  return {
    ...(mail && { mail: { ...written(mail.schedule), nextAt: timeOf(mail.nextAt) } }),
    timeZone: await readTimeZone(db.reader, accountId),
    mailOffered: mailQueue.isOn,
    ...(email !== undefined && { email }),
  };
}

const written = ({ every, on, hour }: MailSchedule) => ({
  ...{ every, hour },
  ...(on !== undefined && { on }),
});
