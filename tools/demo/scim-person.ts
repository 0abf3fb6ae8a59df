import type { JsonObject } from '#kernel/json.ts';
import { displayName, managerOf, ORGANISATION, type Person } from './people.ts';

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const FIRST_NUMBER = 1001;

/**
 * Returns what an identity provider sends about a person.
 * @param managers ids by userName of the people created so far
 */
export function personAttributes(
  person: Person,
  index: number,
  managers: ReadonlyMap<string, string>,
): JsonObject {
  const { userName, givenName, familyName, title, team } = person;
  const number = String(FIRST_NUMBER + index);
  const manager = managers.get(managerOf(person)?.userName ?? '');
  return {
    userName,
    externalId: `ab-${number}`,
    name: { givenName, familyName, formatted: displayName(person) },
    displayName: displayName(person),
    title,
    emails: [{ value: userName, type: 'work', primary: true }],
    phoneNumbers: [{ value: `+44 191 555 ${number}`, type: 'work' }],
    active: true,
    [ENTERPRISE]: {
      employeeNumber: number,
      department: team,
      organization: ORGANISATION,
      ...(manager !== undefined && { manager: { value: manager } }),
    },
  };
}
