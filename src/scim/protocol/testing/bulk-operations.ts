// For tests only: bulk operations from a client's JSON.
import {
  type BulkAction,
  type BulkCreate,
  type BulkIds,
  type BulkRequest,
  groupType,
  parseBulkRequest,
  ScimError,
  userType,
} from '#scim/protocol/index.ts';

const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
export const TYPES = [userType, groupType];

export const parseBulk = (operations: unknown, more: object = {}): BulkRequest =>
  parseBulkRequest(
    { schemas: [BULK_REQUEST], Operations: operations, ...more },
    { types: TYPES, maxOperations: 1_000 },
  );

/** Returns the action of a request with one operation, which must be valid. */
export function actionOf(operation: unknown): BulkAction {
  const [first] = parseBulk([operation]).operations;
  if (first === undefined || first.action instanceof ScimError) throw new Error('no action');
  return first.action;
}

export function creationOf(operation: unknown): BulkCreate {
  const action = actionOf(operation);
  if (action.method !== 'POST') throw new Error('no POST');
  return action;
}

export const post = (bulkId: string, data: object = {}, path = '/Users') => ({
  method: 'POST',
  path,
  bulkId,
  data,
});

export const idsOf = (entries: Readonly<Record<string, string>>): BulkIds => {
  const map = new Map(Object.entries(entries));
  return { find: (bulkId) => map.get(bulkId) };
};
