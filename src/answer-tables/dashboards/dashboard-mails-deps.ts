import type { Directory } from '#directory/index.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { DashboardsDeps } from './change-dashboards.ts';

/** The dependencies of the endpoints of mails with the link of a dashboard. */
export type DashboardMailsDeps = FormsDeps &
  DashboardsDeps & {
    readonly directory: Pick<Directory, 'readUser'>;
    readonly mailQueue: Pick<MailQueue, 'isOn'>;
  };
