import type { JsonObject } from './json.ts';

export const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export type ListResponse = {
  readonly schemas: readonly [typeof LIST_RESPONSE];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly JsonObject[];
};

/**
 * Returns the response to a query (RFC 7644 §3.4.2). itemsPerPage is the actual number, by which Pocket ID advances,
 * and an empty `Resources` is included, which Entra and Okta look for.
 */
export function listResponse(
  resources: readonly JsonObject[],
  { totalResults, startIndex }: { readonly totalResults: number; readonly startIndex: number },
): ListResponse {
  return {
    schemas: [LIST_RESPONSE],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
