import type { BulkIds } from './bulk-references.ts';
import type { BulkOperation } from './bulk-request.ts';
import { errorBody } from './error-body.ts';
import type { JsonObject } from './json.ts';
import { resourceLocation } from './resource.ts';
import { ScimError } from './scim-error.ts';

const BULK_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

/** Returns the result of one operation (RFC 7644 §3.7.3), where `status` is a string. */
export const bulkResult = (
  { method, bulkId }: BulkOperation,
  result: {
    readonly status: number;
    readonly location?: string | undefined;
    readonly version?: string | undefined;
    readonly response?: JsonObject | undefined;
  },
): JsonObject => ({
  ...(result.location === undefined ? {} : { location: result.location }),
  ...(method === undefined ? {} : { method }),
  ...(bulkId === undefined ? {} : { bulkId }),
  ...(result.version === undefined ? {} : { version: result.version }),
  status: String(result.status),
  ...(result.response === undefined ? {} : { response: result.response }),
});

/** Returns the location in the result of a failed operation; undefined for a POST, or when the id is unknown. */
function locationOf(
  { action, path }: BulkOperation,
  { baseUrl, ids }: { readonly baseUrl: string; readonly ids: BulkIds },
): string | undefined {
  if (action instanceof ScimError) return path?.startsWith('/') ? `${baseUrl}${path}` : undefined;
  if (action.method === 'POST') return undefined;
  const { type, resource } = action;
  const id = resource.kind === 'id' ? resource.id : ids.find(resource.bulkId);
  return id === undefined ? undefined : resourceLocation(type, baseUrl, id);
}

/** Returns the result of a failed operation, which contains the whole error (erratum 7916). */
export const bulkFailure = (
  operation: BulkOperation,
  error: {
    readonly status: number;
    readonly detail: string;
    readonly scimType?: string | undefined;
  },
  where: { readonly baseUrl: string; readonly ids: BulkIds },
): JsonObject =>
  bulkResult(operation, {
    status: error.status,
    location: operation.method === 'POST' ? undefined : locationOf(operation, where),
    response: errorBody(error),
  });

/** Returns the response: results in the order of the request, without operations that were not tried. */
export const bulkResponse = (results: readonly JsonObject[]): JsonObject => ({
  schemas: [BULK_RESPONSE],
  Operations: results,
});
