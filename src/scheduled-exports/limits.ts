/** How many scheduled exports a user may have. */
export const MAX_SCHEDULED_EXPORTS = 20;
/** How many of its latest dates the list of scheduled exports shows. */
export const SHOWN_RUNS = 10;
/** How many days that were left out a mail names. */
export const NAMED_DAYS = 10;
/** How many schedules that use a saved view are named before it is deleted. */
export const NAMED_SCHEDULES = 10;
/** How long it is kept what became of a date, in milliseconds. */
export const DELIVERIES_KEPT_MS = 400 * 86_400_000;
