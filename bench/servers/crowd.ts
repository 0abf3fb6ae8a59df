import { type Caller, expectJson } from '../harness/https-call.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const JSON_TYPE = 'application/scim+json';
const AT_ONCE = 1000;

/** Creates users over SCIM Bulk, in requests of maximum size. @returns their ids */
export async function createCrowd(call: Caller, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const first = ids.length;
    const Operations = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => ({
      method: 'POST',
      path: '/Users',
      bulkId: `u${at}`,
      data: {
        schemas: [`${CORE}:User`],
        userName: `crowd${String(first + at).padStart(7, '0')}@example.com`,
      },
    }));
    const text = JSON.stringify({ schemas: [BULK_REQUEST], atomic: true, Operations });
    const answer = await call('POST', '/scim/v2/Bulk', { type: JSON_TYPE, text });
    ids.push(...createdIn(expectJson(answer, 200, 'POST Bulk')));
  }
  return ids;
}

function createdIn({ Operations }: Record<string, unknown>): readonly string[] {
  if (!Array.isArray(Operations)) throw new Error('a bulk answer has no Operations');
  return Operations.map(({ status, location }) => {
    if (status !== '201') throw new Error(`a bulk operation was answered ${status}`);
    return String(location).split('/').at(-1) ?? '';
  });
}

/** @returns the id of a new group with these members */
export async function createGroup(
  call: Caller,
  displayName: string,
  members: readonly string[],
): Promise<string> {
  const text = JSON.stringify({
    schemas: [`${CORE}:Group`],
    displayName,
    members: members.map((value) => ({ value })),
  });
  const path = '/scim/v2/Groups?excludedAttributes=members';
  return String(
    expectJson(await call('POST', path, { type: JSON_TYPE, text }), 201, 'POST Groups')['id'],
  );
}
