import type { Period } from '#web/conditions/periods.ts';
import { STATUSES } from '#web/form-lists/form-filters.ts';
import { isOn, oneOf, textIn } from '#web/lists/search-params.ts';

/** The search parameters of the summary of a template. */
export interface SummarySearch extends Period {
  /** Conditions on answers, as answers/conditions.ts writes them. */
  readonly where?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  /** Whether rejected forms are counted too. */
  readonly rejected?: boolean | undefined;
  /** The id of the field by whose choices the counts are divided. */
  readonly by?: string | undefined;
}

export const readSummarySearch = (search: Record<string, unknown>): SummarySearch => ({
  where: textIn(search['where']),
  status: oneOf(STATUSES, search['status']),
  rejected: isOn(search['rejected']),
  by: textIn(search['by']),
  from: textIn(search['from']),
  to: textIn(search['to']),
  compareFrom: textIn(search['compareFrom']),
  compareTo: textIn(search['compareTo']),
});
