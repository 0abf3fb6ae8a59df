import {
  type BulkOperation,
  checkMemberFilters,
  parsePatch,
  type ResourceType,
  ScimError,
} from '#scim/protocol/index.ts';

/**
 * All PATCHes of a bulk request together may choose members by as many filters as one PATCH: here they are looked for
 * inside a transaction.
 * @throws ScimError 400 tooMany
 */
export function requireFewFilters(operations: readonly BulkOperation[], group: ResourceType): void {
  checkMemberFilters(operations.map(({ action }) => membersIn(action, group)));
}

function membersIn(action: BulkOperation['action'], group: ResourceType) {
  if (action instanceof ScimError || action.method !== 'PATCH' || action.type !== group) return [];
  try {
    return parsePatch(group, action.data).members;
  } catch (error) {
    if (error instanceof ScimError) return []; // The operation itself is going to say what is wrong.
    throw error;
  }
}
