import { dayIn, oneOf, textIn } from '#web/lists/search-params.ts';

export const SHOWS = ['open', 'late', 'waiting', 'begun', 'done', 'declined', 'cancelled'] as const;

/** The search parameters of the page of work. */
export interface WorkFilters {
  /** How many each person has, instead of each piece of work. */
  readonly by?: 'person' | undefined;
  /** Undefined: all. */
  readonly show?: (typeof SHOWS)[number] | undefined;
  /** The id of a template. */
  readonly template?: string | undefined;
  /** The id of a user or a group. */
  readonly assignee?: string | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
}

export const readWorkFilters = (search: Record<string, unknown>): WorkFilters => ({
  by: oneOf(['person'], search['by']),
  show: oneOf(SHOWS, search['show']),
  template: textIn(search['template']),
  assignee: textIn(search['assignee']),
  dueFrom: dayIn(search['dueFrom']),
  dueTo: dayIn(search['dueTo']),
});
