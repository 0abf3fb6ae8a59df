import { complex, reference, type Schema, string } from './schema.ts';

export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const INDEXED = { maxLength: 512 } as const;

/**
 * RFC 7643 §4.3, §8.7.1. The manager's value and `$ref` are RECOMMENDED there, "REQUIRED" in their descriptions and
 * not required in the published schema: not required here, since identity providers send either, or a bare id.
 */
export const enterpriseUserSchema: Schema = {
  id: ENTERPRISE_USER,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    string(
      'employeeNumber',
      'Numeric or alphanumeric identifier assigned to a person, typically based on order of hire or association with an organization.',
      INDEXED,
    ),
    string('costCenter', 'Identifies the name of a cost center.', INDEXED),
    string('organization', 'Identifies the name of an organization.', INDEXED),
    string('division', 'Identifies the name of a division.', INDEXED),
    string('department', 'Identifies the name of a department.', INDEXED),
    complex(
      'manager',
      "The User's manager. A complex type that optionally allows service providers to represent organizational hierarchy by referencing the 'id' attribute of another User.",
      [
        string('value', "The id of the SCIM resource representing the User's manager.", {
          ...INDEXED,
          caseExact: true,
        }),
        reference('$ref', "The URI of the SCIM resource representing the User's manager.", [
          'User',
        ]),
        string('displayName', "The displayName of the User's manager. OPTIONAL and READ-ONLY.", {
          mutability: 'readOnly',
        }),
      ],
    ),
  ],
};
