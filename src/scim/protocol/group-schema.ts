import { complex, reference, type Schema, string } from './schema.ts';

export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const IMMUTABLE = { mutability: 'immutable' } as const;

/**
 * The schema of RFC 7643 §4.2, §8.7.1, with erratum 5368 (displayName is required) and `members.display`, which is in
 * the RFC's example but not in its schema. displayName is unique because Entra and Okta match groups by it.
 */
export const groupSchema: Schema = {
  id: CORE_GROUP,
  name: 'Group',
  description: 'Group',
  attributes: [
    string('displayName', 'A human-readable name for the Group. REQUIRED.', {
      required: true,
      uniqueness: 'server',
      maxLength: 512,
    }),
    complex(
      'members',
      'A list of members of the Group.',
      [
        string('value', 'Identifier of the member of this Group. REQUIRED.', {
          ...IMMUTABLE,
          required: true,
          caseExact: true,
          maxLength: 512,
        }),
        reference(
          '$ref',
          'The URI corresponding to a SCIM resource that is a member of this Group.',
          ['User', 'Group'],
          IMMUTABLE,
        ),
        string('type', "A label indicating the type of resource, e.g., 'User' or 'Group'.", {
          ...IMMUTABLE,
          canonicalValues: ['User', 'Group'],
          maxLength: 512,
        }),
        string(
          'display',
          'A human-readable name for the group member, primarily used for display purposes.',
          { mutability: 'readOnly' },
        ),
      ],
      {
        multiValued: true,
        maxValues: Number.POSITIVE_INFINITY,
        keptWhenOmitted: true,
        apart: 'members',
      },
    ),
  ],
};
