import { oneOf, textIn } from '#web/lists/search-params.ts';

const OUTCOMES = ['done', 'skipped', 'failed'] as const;

interface ReportSearch {
  /** The id of the action whose report is shown; undefined: the list of actions. */
  readonly id?: string | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
}

/** The search parameters of the page of bulk actions. */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => ({
  id: textIn(search['id']),
  outcome: oneOf(OUTCOMES, search['outcome']),
});
