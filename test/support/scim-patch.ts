// PATCH of users, for tests: its results, and that a refused PATCH changes nothing.
import assert from 'node:assert/strict';
import type { Answer } from './instance.ts';
import { assertScimError, fresh, idOf, type Scim } from './scim.ts';
import { patch } from './scim-calls.ts';

export const WORK = { value: 'a@work.example', type: 'work', display: 'Work' };
export const HOME = { value: 'a@home.example', type: 'home' };

/** Creates a user and returns its id. */
export const makeUser = async (scim: Scim, body: object = {}) => idOf(await scim.addUser(body));

/** Sends a PATCH that must succeed, and whose answer must equal that of a read. */
export async function patched(
  scim: Scim,
  id: string,
  ...operations: readonly unknown[]
): Promise<Answer> {
  const answer = await patch(scim, `/Users/${id}`, ...operations);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body, (await scim.get(`/Users/${id}`)).body);
  return answer;
}

/** Sends a valid operation and then an invalid one: the answer is 400, and nothing is changed. */
export async function refusesPatch(
  scim: Scim,
  id: string,
  operation: unknown,
  scimType: string,
): Promise<void> {
  const before = (await scim.get(`/Users/${id}`)).text;
  const good = { op: 'add', path: 'nickName', value: fresh() };
  const answer = await patch(scim, `/Users/${id}`, good, operation);
  assertScimError(answer, 400, scimType);
  assert.equal((await scim.get(`/Users/${id}`)).text, before, JSON.stringify(operation));
}
