import { complex, reference, type Schema, string } from './schema.ts';

export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const INDEXED = { maxLength: 512 } as const;

/**
 * The schema of RFC 7643 §4.3, §8.7.1. The RFC calls the manager's value and `$ref` RECOMMENDED, then "REQUIRED" in
 * their descriptions, then not required in the published schema. They are not required here, because identity providers
 * send either of them, or a bare id.
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
