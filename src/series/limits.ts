/** The most series of one template. */
export const MAX_SERIES = 100;
/** The most holidays of an organisation. */
export const MAX_HOLIDAYS = 500;
export const MAX_LEAD_DAYS = 60;
/** How many dates a preview has. */
export const PREVIEWED = 5;
