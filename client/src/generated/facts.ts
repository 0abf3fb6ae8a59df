// Generated from docs/openapi.json by `npm run generate`. Do not edit.

/** The version of the API document, which is that of this package. */
export const VERSION = '0.2.0';

/** Operations that take an Idempotency-Key, so that they may be repeated. */
export const KEYED_OPERATIONS: ReadonlySet<string> = new Set([
  'post /v2/formz',
  'post /v2/assignments',
  'post /v2/assignments/{id}/form',
  'post /v2/templates/{id}/duplicate',
  'post /v2/templates',
  'post /v2/templates/{id}/series',
  'post /v2/templates/{id}/rules',
  'post /v2/exports',
  'post /v2/formz/{id}/exports',
  'post /v2/lists',
  'post /v2/bulk-acts',
  'post /v2/templates/{id}/links',
  'post /v2/webhooks',
  'post /v2/webhooks/{id}/rotate-secret',
]);
