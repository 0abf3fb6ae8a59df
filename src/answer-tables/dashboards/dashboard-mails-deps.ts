import type { Directory } from '#directory/index.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Notices } from '#notices/index.ts';
import type { DashboardsDeps } from './change-dashboards.ts';

/** The dependencies of the endpoints of mails with the link of a dashboard. */
export type DashboardMailsDeps = FormsDeps &
  DashboardsDeps & {
    readonly directory: Pick<Directory, 'readUser'>;
    readonly notices: Pick<Notices, 'isOn'>;
  };
