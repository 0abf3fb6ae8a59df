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
 * The answer to a query (RFC 7644 §3.4.2). itemsPerPage is what is really there, which Pocket ID steps by, and
 * `Resources` stands there when empty too, which Entra and Okta look for.
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
