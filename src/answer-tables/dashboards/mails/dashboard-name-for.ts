import { findSeenDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import type { Reader } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { MailKey } from './dashboard-mails.store.ts';

/** Returns the name of a dashboard if an active user may see it. */
export async function dashboardNameFor(
  directory: Pick<Directory, 'readUser' | 'groupIdsOf' | 'memberIdsOf'>,
  db: Reader,
  { accountId, dashboardId, userId }: MailKey,
): Promise<string | undefined> {
  const user = await directory.readUser(db, accountId, userId, 'all');
  if (!user?.active) return undefined;
  const viewer = { accountId, userId, role: user.role };
  return (await findSeenDashboard(db, directory, viewer, dashboardId))?.name;
}
