/** Limits that ServiceProviderConfig announces and Formstead enforces: 413 beyond either (RFC 7644 §3.7.4). */
export const MAX_BULK_OPERATIONS = 1000;
export const MAX_BULK_BYTES = 8 * 1024 * 1024;
