import { daysIn, oneOf, textIn } from '#web/lists/search-params.ts';

export const SHOWS = ['open', 'late', 'waiting', 'begun', 'done', 'declined', 'cancelled'] as const;

/** Reads the search parameters of the page of work. */
export const readWorkFilters = (search: Record<string, unknown>) => ({
  /** How many each person has, instead of each piece of work. */
  by: oneOf(['person'], search['by']),
  /** Undefined: all. */
  show: oneOf(SHOWS, search['show']),
  /** The id of a template. */
  template: textIn(search['template']),
  /** The id of a user or a group. */
  assignee: textIn(search['assignee']),
  dueFrom: daysIn(search['dueFrom']),
  dueTo: daysIn(search['dueTo']),
});
export type WorkFilters = Readonly<Partial<ReturnType<typeof readWorkFilters>>>;
