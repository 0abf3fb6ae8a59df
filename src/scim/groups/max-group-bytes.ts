/** Room for a group of some 100,000 members in one request. */
export const MAX_GROUP_BYTES = 8 * 1024 * 1024;
