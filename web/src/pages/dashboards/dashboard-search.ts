import { isOn } from '#web/lists/search-params.ts';

/** The search parameters of a dashboard. */
export interface DashboardSearch {
  /** The dialog is open that changes or ends one's mails: the link of a mail leads there. */
  readonly mail?: true | undefined;
}

export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  mail: isOn(search['mail']),
});
