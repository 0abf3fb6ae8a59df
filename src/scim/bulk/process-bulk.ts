import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { detailWithPosition } from '#http/write-error.ts';
import { bulkRequestSchema, bulkResponseSchema, errors } from '#scim/doc-schemas.ts';
import { handlingHeaders, preferenceOf, sumOfWrites } from '#scim/prefer-handling.ts';
import {
  type BulkOperation,
  bulkFailure,
  bulkResponse,
  bulkResult,
  type JsonObject,
  parseBulkRequest,
  payloadTooLarge,
  resourceLocation,
  ScimError,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { inCatalogue, scimEndpoint } from '#scim/scim-endpoint.ts';
import { provisionedPolicy } from '#scim/users/provisioned-password.ts';
import { MAX_BULK_BYTES, MAX_BULK_OPERATIONS } from './bulk-limits.ts';
import type { Failure } from './failure.ts';
import { requireFewFilters } from './member-filters.ts';
import { type BulkReport, runBulk } from './run-bulk.ts';
import { bulkTypes } from './run-unit.ts';

/** POST /scim/v2/Bulk, RFC 7644 §3.7: 200 with a result for each operation that was tried. */
export const processBulk = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Bulk',
    body: 'json',
    maxBodyBytes: MAX_BULK_BYTES,
    bodyTooLarge: () => inCatalogue(payloadTooLarge(MAX_BULK_BYTES)),
    doc: {
      summary: 'Do many operations in one request',
      tag: 'SCIM bulk',
      description: [
        `At most ${MAX_BULK_OPERATIONS} operations in ${MAX_BULK_BYTES} bytes. Beyond either limit, the`,
        'answer is 413. Each operation is a transaction of its own and does the same as the single',
        'request. `bulkId:x` stands for the id of the resource that the POST with this bulkId creates. It',
        'may appear before or after that POST, in data, paths and filters of paths. All PATCH operations',
        'together may contain 20 filters that select members of groups by anything other than their ids.',
        'With `atomic: true`, an extension of Formstead, all operations are applied or none of them. The',
        'failed operation then has its error, and all others have the status 424.',
      ].join('\n'),
      body: bulkRequestSchema,
      responses: {
        200: { description: 'The results of the operations', schema: bulkResponseSchema },
        400: errors[400],
      },
    },
    async handle(request) {
      const bulk = parseBulkRequest(request.body, {
        types: bulkTypes(deps.types),
        maxOperations: MAX_BULK_OPERATIONS,
      });
      await requireFewFilters(bulk.operations, deps.types.group);
      const actor = actorOf(request, 'scim');
      const context = {
        deps,
        actor,
        policy: await provisionedPolicy(deps, actor.accountId),
        preference: preferenceOf(request),
      };
      const report = await runBulk(context, bulk);
      const outcomes = [...report.results.values()];
      const failed = outcomes.filter((it) => 'error' in it).length;
      request.addLogFields({ operations: bulk.operations.length, failed });
      const counts = outcomes.flatMap((it) => ('id' in it ? (it.counts ?? []) : []));
      return {
        status: 200,
        headers: handlingHeaders(request, sumOfWrites(counts)),
        body: bulkResponse(resultsOf(deps, bulk.operations, report)),
      };
    },
  });

/** Returns the results in the order of the request, which may differ from the order of execution. */
function resultsOf(
  deps: ScimDeps,
  operations: readonly BulkOperation[],
  { results, ids }: BulkReport,
): readonly JsonObject[] {
  const baseUrl = scimBaseUrl(deps);
  return operations.flatMap((operation): readonly JsonObject[] => {
    const result = results.get(operation.index);
    if (result === undefined) return [];
    if ('error' in result) {
      return [bulkFailure(operation, failureBody(result), { baseUrl, ids })];
    }
    const { status, version, id } = result;
    const location = locationOf(operation, baseUrl, id);
    return [bulkResult(operation, { status, version, location })];
  });
}

/** Returns the same members as the error of the single request. */
const failureBody = ({ status, error }: Failure) => ({
  status,
  detail: detailWithPosition(error),
  scimType: error.scimType,
});

const locationOf = ({ action }: BulkOperation, baseUrl: string, id: string): string | undefined =>
  action instanceof ScimError ? undefined : resourceLocation(action.type, baseUrl, id);
