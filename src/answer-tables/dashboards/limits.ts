export const MAX_TILES = 20;
export const MAX_GROUPS = 50;
export const MAX_NAME = 100;
/** The most dashboards that one user may own. */
export const MAX_DASHBOARDS = 50;
