import { type Attribute, boolean, complex, reference, string } from './schema.ts';

/** Storage indexes these values, and a longer one does not fit into an index entry. */
export const INDEXED = { maxLength: 512 } as const;

const PRIMARY =
  "A Boolean value indicating the 'primary' or preferred attribute value for this attribute";
const LABEL = "A label indicating the attribute's function";
const DISPLAY = 'A human-readable name, primarily used for display purposes.';

const hinted = (text: string, hint: string | undefined): string =>
  hint === undefined ? `${text}.` : `${text}, ${hint}.`;

const type = (hint?: string, types?: readonly string[]): Attribute =>
  string('type', hinted(LABEL, hint), {
    ...INDEXED,
    ...(types === undefined ? {} : { canonicalValues: types }),
  });

const primary = (hint?: string): Attribute =>
  boolean(
    'primary',
    `${hinted(PRIMARY, hint)} The primary attribute value 'true' MUST appear no more than once.`,
  );

type Labelled = {
  readonly value: Attribute;
  readonly types?: readonly string[];
  readonly typeHint?: string;
  readonly primaryHint?: string;
};

/** Defines a multi-valued attribute with the sub-attributes value, display, type and primary (RFC 7643 §2.4). */
export const labelled = (name: string, description: string, parts: Labelled): Attribute =>
  complex(
    name,
    description,
    [
      parts.value,
      string('display', DISPLAY),
      type(parts.typeHint, parts.types),
      primary(parts.primaryHint),
    ],
    { multiValued: true },
  );

/** The only multi-valued attribute of the User schema without a `value`: its other sub-attributes are compared. */
export const addresses: Attribute = complex(
  'addresses',
  "A physical mailing address for this User. Canonical type values of 'work', 'home', and 'other'. This attribute is a complex type with the following sub-attributes.",
  [
    string(
      'formatted',
      'The full mailing address, formatted for display or use with a mailing label. This attribute MAY contain newlines.',
    ),
    string(
      'streetAddress',
      'The full street address component, which may include house number, street name, P.O. box, and multi-line extended street address information. This attribute MAY contain newlines.',
    ),
    string('locality', 'The city or locality component.'),
    string('region', 'The state or region component.'),
    string('postalCode', 'The zip code or postal code component.'),
    string('country', 'The country name component.'),
    type("e.g., 'work' or 'home'", ['work', 'home', 'other']),
    primary('e.g., the preferred mailing address'),
  ],
  { multiValued: true },
);

const READ_ONLY = { mutability: 'readOnly' } as const;

/** Derived from membership; clients change it through the Group (RFC 7643 §4.1.2). */
export const groups: Attribute = complex(
  'groups',
  'A list of groups to which the user belongs, either through direct membership, through nested groups, or dynamically calculated.',
  [
    string('value', "The identifier of the User's group.", { ...READ_ONLY, caseExact: true }),
    reference(
      '$ref',
      "The URI of the corresponding 'Group' resource to which the user belongs.",
      ['Group'],
      READ_ONLY,
    ),
    string('display', `${DISPLAY} READ-ONLY.`, READ_ONLY),
    string('type', `${LABEL}, e.g., 'direct' or 'indirect'.`, {
      ...READ_ONLY,
      canonicalValues: ['direct', 'indirect'],
    }),
  ],
  { multiValued: true, ...READ_ONLY },
);
