/** How many series a template may have. */
export const MAX_SERIES = 100;
/** How many holidays an organisation may have. */
export const MAX_HOLIDAYS = 500;
export const MAX_LEAD_DAYS = 60;
/** How many dates a preview has. */
export const PREVIEWED = 5;
