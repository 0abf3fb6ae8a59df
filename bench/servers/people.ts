import { type Caller, expectJson } from '../harness/https-call.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const JSON_TYPE = 'application/scim+json';

/** Returns a user as identity providers send it; all users have the same length. */
function person(number: number, manager?: string): Record<string, unknown> {
  const n = String(number).padStart(6, '0');
  return {
    schemas: [`${CORE}:User`, ENTERPRISE],
    userName: `person${n}@example.com`,
    externalId: `00u${n}`,
    displayName: `Person ${n}`,
    active: true,
    name: { familyName: `Family ${n}`, givenName: 'Given', formatted: `Given Family ${n}` },
    title: 'Engineer',
    preferredLanguage: 'en',
    locale: 'en-US',
    emails: [{ value: `person${n}@example.com`, type: 'work', primary: true }],
    phoneNumbers: [{ value: '+45 12 34 56 78', type: 'work' }],
    [ENTERPRISE]: {
      department: 'Research',
      employeeNumber: n,
      ...(manager !== undefined && { manager: { value: manager } }),
    },
  };
}

export interface People {
  /** Users in no group, without a manager. */
  readonly alone: readonly string[];
  /** Users in two groups, with a manager. */
  readonly inGroups: readonly string[];
}

/** Creates `count` users of each kind over SCIM. @returns their ids */
export async function createPeople(call: Caller, count: number): Promise<People> {
  const post = async (path: string, body: unknown): Promise<string> => {
    const text = JSON.stringify(body);
    const answer = await call('POST', `/scim/v2/${path}`, { type: JSON_TYPE, text });
    return String(expectJson(answer, 201, `POST ${path}`)['id']);
  };
  const alone: string[] = [];
  const inGroups: string[] = [];
  for (let n = 0; n < count; n += 1) alone.push(await post('Users', person(n)));
  for (let n = 0; n < count; n += 1) {
    inGroups.push(await post('Users', person(count + n, alone[0])));
  }
  const members = inGroups.map((value) => ({ value }));
  for (const displayName of ['Engineering', 'Everybody']) {
    await post('Groups', { schemas: [`${CORE}:Group`], displayName, members });
  }
  return { alone, inGroups };
}
