// The SCIM 2.0 protocol (RFC 7643, RFC 7644, the pagination block of RFC 9865) as pure functions over data.
// Owns: schemas and resource types, tolerant reading of bodies into one canonical form, the filter grammar and its
// meaning, projection, list parameters, entity tags, discovery documents, the shapes of responses and errors.
// Must not depend on: HTTP frameworks, storage, time, accounts, the caller. It imports nothing outside this folder and
// throws only ScimError for a client's input. README.md gives an overview.

export { type BulkUnit, planBulkInParts } from './bulk-plan.ts';
export {
  type BulkIds,
  bulkIdsIn,
  resolveAction,
  resolveReferences,
  splitCreate,
} from './bulk-references.ts';
export {
  type BulkAction,
  type BulkCreate,
  type BulkOperation,
  type BulkRequest,
  parseBulkRequest,
  payloadTooLarge,
} from './bulk-request.ts';
export { bulkFailure, bulkResponse, bulkResult } from './bulk-response.ts';
export { canonicalise, canonicaliseInParts } from './canonicalise.ts';
export {
  type CursorPosition,
  cursorListResponse,
  type Direction,
  decodePosition,
  encodePosition,
  pageEnds,
  type SortKey,
  traversalContext,
} from './cursor.ts';
export { parseDateTime } from './date-time.ts';
export {
  type AuthenticationScheme,
  findById,
  resourceTypeResources,
  schemaResources,
  serviceProviderConfig,
} from './discovery.ts';
export { ENTERPRISE_USER } from './enterprise-user-schema.ts';
export { errorBody } from './error-body.ts';
export { bulkVersionHeader, formatTag, ifMatchAccepts, ifNoneMatchHits } from './etag.ts';
export { parseFilter } from './filter-parser.ts';
export { printFilter } from './filter-printer.ts';
export { compileFilter, resolveFilter } from './filter-resolve.ts';
export type { CompareOperator, Filter, FilterSyntax } from './filter-tree.ts';
export { fold } from './fold.ts';
export type { Preference } from './handling.ts';
export { checkImmutable, keepImmutable } from './immutable.ts';
export { isJsonObject, type JsonObject } from './json.ts';
export { PAGE_SIZE } from './list-parameters.ts';
export {
  type ListOrder,
  type ListRequest,
  parseListRequest,
  parseRootListRequest,
  type RootListRequest,
  type RootPart,
} from './list-request.ts';
export { listResponse } from './list-response.ts';
export { findResourceType, type LoadedSchemas, loadSchemas } from './load-schemas.ts';
export { isOwnId, type MemberChange } from './member-changes.ts';
export type { Paging } from './paging.ts';
export { applyPatch, type Patched, passwordIn } from './patch-apply.ts';
export {
  checkMemberFilters,
  type Patch,
  parsePatch,
  parsePatchInParts,
} from './patch-operations.ts';
export {
  includes,
  type Projection,
  parseProjection,
  project,
  projectElement,
} from './projection.ts';
export type { Query } from './query-parameter.ts';
export { builtIn, createRegistry, groupType, type Registry, userType } from './registry.ts';
export { type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';
export { buildResource, resourceLocation } from './resource.ts';
export type { ResourceType } from './resource-type.ts';
export type { Attribute, ResourceTypeDefinition, Schema } from './schema.ts';
export {
  invalidFilter,
  invalidPath,
  invalidSyntax,
  invalidValue,
  mutability,
  noTarget,
  notFound,
  ScimError,
  tooMany,
  uniqueness,
} from './scim-error.ts';
export { searchQuery } from './search-request.ts';
export type { Sort, SortOrder } from './sort.ts';
