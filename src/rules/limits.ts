/** How many rules a template may have. */
export const MAX_RULES = 50;
/** How many actions a rule may have. */
export const MAX_ACTIONS = 5;
/** How many fields an action may choose. */
export const MAX_CHOSEN_FIELDS = 50;
/** How many users and groups an action may tell. */
export const MAX_TOLD = 20;
export const MAX_RULE_NAME = 200;
export const MAX_CONDITION = 4000;
export const MAX_DUE_DAYS = 366;
/** How often one rule may act on one form within an hour. */
export const MAX_RUNS_OF_FORM = 20;
/** How many forms a rule runs over at one time of its schedule. */
export const MAX_SCHEDULED = 1000;
export const HOUR_MS = 3_600_000;
/** How many rules may lead to each other, one after the other, without a person in between. */
export const MAX_DEPTH = 5;
/** How long the line of a run is kept. */
export const RUNS_KEPT_MS = 90 * 24 * HOUR_MS;
/** How often an event is tried whose run was cut off, or which the storage or the engine could not serve. */
export const MAX_ATTEMPTS = 5;
