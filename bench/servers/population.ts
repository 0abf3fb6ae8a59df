import { type Caller, expectJson } from '../harness/https-call.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const AT_ONCE = 1000;

export const userNameOf = (number: number): string => `person${padded(number)}@example.com`;
export const externalIdOf = (number: number): string => `00u${padded(number)}`;
export const emailOf = (number: number): string => `mail${padded(number)}@example.com`;
const padded = (number: number): string => String(number).padStart(7, '0');

/** Returns a user as an identity provider sends it, with two values that have index rows, and a name. */
const person = (number: number): object => ({
  schemas: [`${CORE}:User`],
  userName: userNameOf(number),
  externalId: externalIdOf(number),
  displayName: `Person ${padded(number)}`,
  active: true,
  name: { familyName: `Family ${padded(number)}`, givenName: 'Given' },
  title: 'Engineer',
  emails: [{ value: emailOf(number), type: 'work', primary: true }],
  phoneNumbers: [{ value: `+45 ${padded(number)}`, type: 'work' }],
});

export interface Loaded {
  readonly users: number;
  readonly seconds: number;
}

/**
 * Creates `count` users over SCIM Bulk, a thousand operations per request. Each operation is a transaction of its own,
 * durable before the response. Several callers keep the server busy while one of them prepares its next request.
 */
export async function loadUsers(
  callers: readonly Caller[],
  from: number,
  count: number,
): Promise<Loaded> {
  const startedAt = performance.now();
  let next = from;
  const work = async (call: Caller): Promise<void> => {
    while (next < from + count) {
      const first = next;
      next = Math.min(first + AT_ONCE, from + count);
      await post(call, first, next);
    }
  };
  await Promise.all(callers.map(work));
  return { users: count, seconds: (performance.now() - startedAt) / 1000 };
}

async function post(call: Caller, first: number, end: number): Promise<void> {
  const Operations = Array.from({ length: end - first }, (_, at) => ({
    method: 'POST',
    path: '/Users',
    bulkId: `u${at}`,
    data: person(first + at),
  }));
  const text = JSON.stringify({ schemas: [BULK_REQUEST], Operations });
  const answer = await call('POST', '/scim/v2/Bulk', { type: 'application/scim+json', text });
  const { Operations: done } = expectJson(answer, 200, 'POST Bulk');
  const failed = Array.isArray(done) ? done.find(({ status }) => status !== '201') : 'everything';
  if (failed !== undefined) throw new Error(`a bulk operation failed: ${JSON.stringify(failed)}`);
}
