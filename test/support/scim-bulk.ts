// Bulk requests and their answers, for the tests of POST /scim/v2/Bulk.
import assert from 'node:assert/strict';
import type { Answer, Call } from './instance.ts';
import { ENTERPRISE, fresh, type Scim } from './scim.ts';

export const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const BULK_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
/** An id that no object has. */
export const MISSING = '00000000-0000-7000-8000-000000000000';

interface Result {
  readonly status: string;
  readonly location?: string;
  readonly bulkId?: string;
  readonly version?: string;
  readonly response?: {
    readonly scimType?: string;
    readonly detail?: string;
    readonly code?: string;
    readonly requestId?: string;
  };
}

/** Sends operations; `more` are other members of the request, `call` has headers and the token. */
export const sendBulk = (
  scim: Scim,
  operations: readonly unknown[],
  more: object = {},
  call: Call = {},
): Promise<Answer> =>
  scim.call('POST', '/Bulk', {
    body: { schemas: [BULK_REQUEST], Operations: operations, ...more },
    ...call,
  });

export function resultsOf(answer: Answer): readonly Result[] {
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.at('schemas'), [BULK_RESPONSE]);
  const results = answer.at('Operations');
  assert.ok(Array.isArray(results));
  return results;
}

export const statuses = (answer: Answer): readonly string[] =>
  resultsOf(answer).map(({ status }) => status);

/** Returns the id of the resource that a result is about. */
export const idIn = (result: Result | undefined): string =>
  result?.location?.split('/').at(-1) ?? '';

export const newUser = (bulkId: string, data: object = {}) => ({
  method: 'POST',
  path: '/Users',
  bulkId,
  data: { userName: fresh(), ...data },
});

export const newGroup = (bulkId: string, data: object = {}) => ({
  method: 'POST',
  path: '/Groups',
  bulkId,
  data: { displayName: fresh(), ...data },
});

export const managedBy = (id: string) => ({ [ENTERPRISE]: { manager: { value: id } } });
export const members = (...ids: readonly string[]) => ({
  members: ids.map((value) => ({ value })),
});

export async function memberIds(scim: Scim, groupId: string): Promise<readonly string[]> {
  const list = (await scim.get(`/Groups/${groupId}`)).at('members');
  assert.ok(Array.isArray(list));
  return list.map((it) => Object(it).value);
}

export async function countBy(scim: Scim, path: string, filter: string): Promise<unknown> {
  return (await scim.get(`${path}?filter=${encodeURIComponent(filter)}`)).at('totalResults');
}
