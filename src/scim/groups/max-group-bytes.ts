/** The largest request body for a group: about 100,000 members. */
export const MAX_GROUP_BYTES = 8 * 1024 * 1024;
