/** The most rules of one template. */
export const MAX_RULES = 50;
/** The most actions of one rule. */
export const MAX_ACTIONS = 5;
/** The most fields that one action chooses. */
export const MAX_CHOSEN_FIELDS = 50;
/** The most users and groups that one action tells. */
export const MAX_TOLD = 20;
export const MAX_RULE_NAME = 200;
export const MAX_CONDITION = 4000;
export const MAX_DUE_DAYS = 366;
/** How often one rule may act on one form within an hour. */
export const MAX_RUNS_OF_FORM = 20;
export const HOUR_MS = 3_600_000;
/** How long the line of a run is kept. */
export const RUNS_KEPT_MS = 90 * 24 * HOUR_MS;
/** How often an event is tried whose run was cut off, or which the storage or the engine could not serve. */
export const MAX_ATTEMPTS = 5;
