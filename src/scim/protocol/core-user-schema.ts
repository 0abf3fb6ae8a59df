import { binary, boolean, complex, reference, type Schema, string } from './schema.ts';
import { addresses, groups, INDEXED, labelled } from './user-multi-valued.ts';

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

const name = complex(
  'name',
  "The components of the user's real name. Providers MAY return just the full name as a single string in the formatted sub-attribute, or they MAY return just the individual component attributes using the other sub-attributes, or they MAY return both. If both variants are returned, they SHOULD be describing the same name, with the formatted name indicating how the component attributes should be combined.",
  [
    string(
      'formatted',
      "The full name, including all middle names, titles, and suffixes as appropriate, formatted for display (e.g., 'Ms. Barbara J Jensen, III').",
    ),
    string(
      'familyName',
      "The family name of the User, or last name in most Western languages (e.g., 'Jensen' given the full name 'Ms. Barbara J Jensen, III').",
      INDEXED,
    ),
    string(
      'givenName',
      "The given name of the User, or first name in most Western languages (e.g., 'Barbara' given the full name 'Ms. Barbara J Jensen, III').",
      INDEXED,
    ),
    string(
      'middleName',
      "The middle name(s) of the User (e.g., 'Jane' given the full name 'Ms. Barbara J Jensen, III').",
    ),
    string(
      'honorificPrefix',
      "The honorific prefix(es) of the User, or title in most Western languages (e.g., 'Ms.' given the full name 'Ms. Barbara J Jensen, III').",
    ),
    string(
      'honorificSuffix',
      "The honorific suffix(es) of the User, or suffix in most Western languages (e.g., 'III' given the full name 'Ms. Barbara J Jensen, III').",
    ),
  ],
);

const singleValued = [
  string(
    'userName',
    "Unique identifier for the User, typically used by the user to directly authenticate to the service provider. Each User MUST include a non-empty userName value. This identifier MUST be unique across the service provider's entire set of Users. REQUIRED.",
    { ...INDEXED, required: true, uniqueness: 'server' },
  ),
  name,
  string(
    'displayName',
    'The name of the User, suitable for display to end-users. The name SHOULD be the full name of the User being described, if known.',
    INDEXED,
  ),
  string(
    'nickName',
    "The casual way to address the user in real life, e.g., 'Bob' or 'Bobby' instead of 'Robert'. This attribute SHOULD NOT be used to represent a User's username (e.g., 'bjensen' or 'mpepperidge').",
  ),
  reference(
    'profileUrl',
    "A fully qualified URL pointing to a page representing the User's online profile.",
    ['external'],
  ),
  string('title', 'The user\'s title, such as "Vice President".'),
  string(
    'userType',
    "Used to identify the relationship between the organization and the user. Typical values used might be 'Contractor', 'Employee', 'Intern', 'Temp', 'External', and 'Unknown', but any value may be used.",
  ),
  string(
    'preferredLanguage',
    "Indicates the User's preferred written or spoken language. Generally used for selecting a localized user interface; e.g., 'en-US' specifies the language English and country US.",
  ),
  string(
    'locale',
    "Used to indicate the User's default location for purposes of localizing items such as currency, date time format, or numerical representations.",
  ),
  string(
    'timezone',
    "The User's time zone in the 'Olson' time zone database format, e.g., 'America/Los_Angeles'.",
  ),
  boolean('active', "A Boolean value indicating the User's administrative status.", {
    keptWhenOmitted: true,
  }),
  string(
    'password',
    "The User's cleartext password. This attribute is intended to be used as a means to specify an initial password when creating a new User or to reset an existing User's password.",
    { mutability: 'writeOnly', returned: 'never', keptWhenOmitted: true, apart: 'password' },
  ),
] as const;

const multiValued = [
  labelled(
    'emails',
    "Email addresses for the User. Canonical type values of 'work', 'home', and 'other'.",
    {
      value: string(
        'value',
        "Email address of the User. The value SHOULD be canonicalized by the service provider, e.g., 'bjensen@example.com' instead of 'bjensen@EXAMPLE.COM'.",
        INDEXED,
      ),
      types: ['work', 'home', 'other'],
      typeHint: "e.g., 'work' or 'home'",
      primaryHint: 'e.g., the preferred mailing address or primary email address',
    },
  ),
  labelled(
    'phoneNumbers',
    "Phone numbers for the User. The value SHOULD be canonicalized by the service provider according to the format specified in RFC 3966, e.g., 'tel:+1-201-555-0123'. Canonical type values of 'work', 'home', 'mobile', 'fax', 'pager', and 'other'.",
    {
      value: string('value', 'Phone number of the User.', INDEXED),
      types: ['work', 'home', 'mobile', 'fax', 'pager', 'other'],
      typeHint: "e.g., 'work', 'home', 'mobile'",
      primaryHint: 'e.g., the preferred phone number or primary phone number',
    },
  ),
  labelled('ims', 'Instant messaging addresses for the User.', {
    value: string('value', 'Instant messaging address for the User.', INDEXED),
    types: ['aim', 'gtalk', 'icq', 'xmpp', 'msn', 'skype', 'qq', 'yahoo', 'other'],
    typeHint: "e.g., 'aim', 'gtalk', 'xmpp'",
    primaryHint: 'e.g., the preferred messenger or primary messenger',
  }),
  labelled('photos', 'URLs of photos of the User.', {
    value: reference('value', 'URL of a photo of the User.', ['external']),
    types: ['photo', 'thumbnail'],
    typeHint: "i.e., 'photo' or 'thumbnail'",
    primaryHint: 'e.g., the preferred photo or thumbnail',
  }),
  addresses,
  groups,
  labelled(
    'entitlements',
    'A list of entitlements for the User that represent a thing the User has.',
    { value: string('value', 'The value of an entitlement.', INDEXED) },
  ),
  labelled(
    'roles',
    "A list of roles for the User that collectively represent who the User is, e.g., 'Student', 'Faculty'.",
    { value: string('value', 'The value of a role.', INDEXED) },
  ),
  labelled('x509Certificates', 'A list of certificates issued to the User.', {
    value: binary('value', 'The value of an X.509 certificate.', { format: 'certificate' }),
  }),
] as const;

/** The schema of RFC 7643 §4.1, §8.7.1. */
export const coreUserSchema: Schema = {
  id: CORE_USER,
  name: 'User',
  description: 'User Account',
  attributes: [...singleValued, ...multiValued],
};
