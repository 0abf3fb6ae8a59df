import {
  type Attribute,
  boolean,
  complex,
  integer,
  reference,
  type Schema,
  string,
} from './schema.ts';

export const SERVICE_PROVIDER_CONFIG =
  'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
export const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
export const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

const READ_ONLY = { mutability: 'readOnly' } as const;
const REQUIRED = { ...READ_ONLY, required: true } as const;
const EXACT = { ...READ_ONLY, caseExact: true } as const;

const supported = boolean(
  'supported',
  'A Boolean value specifying whether or not the operation is supported.',
  REQUIRED,
);

const feature = (name: string, description: string, more: readonly Attribute[] = []): Attribute =>
  complex(name, description, [supported, ...more], REQUIRED);

const authenticationSchemes = complex(
  'authenticationSchemes',
  'A complex type that specifies supported authentication scheme properties.',
  [
    string('type', 'The authentication scheme.', {
      ...REQUIRED,
      canonicalValues: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'],
    }),
    string('name', 'The common authentication scheme name, e.g., HTTP Basic.', REQUIRED),
    string('description', 'A description of the authentication scheme.', REQUIRED),
    reference(
      'specUri',
      "An HTTP-addressable URL pointing to the authentication scheme's specification.",
      ['external'],
      READ_ONLY,
    ),
    reference(
      'documentationUri',
      "An HTTP-addressable URL pointing to the authentication scheme's usage documentation.",
      ['external'],
      READ_ONLY,
    ),
    boolean(
      'primary',
      "A Boolean value indicating the 'primary' or preferred attribute value for this attribute.",
      READ_ONLY,
    ),
  ],
  { ...REQUIRED, multiValued: true },
);

/** The pagination block (RFC 9865 §4). */
const pagination = complex(
  'pagination',
  'A complex type that specifies pagination configuration options.',
  [
    boolean('cursor', 'A Boolean value specifying support of cursor-based pagination.', REQUIRED),
    boolean('index', 'A Boolean value specifying support of index-based pagination.', REQUIRED),
    string(
      'defaultPaginationMethod',
      'The type of pagination that the service provider defaults to.',
      {
        ...EXACT,
        canonicalValues: ['cursor', 'index'],
      },
    ),
    integer('defaultPageSize', 'The default number of results returned per page.', READ_ONLY),
    integer('maxPageSize', 'The maximum number of results returned per page.', READ_ONLY),
    integer(
      'cursorTimeout',
      'The minimum number of seconds that a cursor is valid between page requests.',
      READ_ONLY,
    ),
  ],
  READ_ONLY,
);

/** The schema of RFC 7643 §5, §8.7.2, with the pagination block of RFC 9865. */
const serviceProviderConfigSchema: Schema = {
  id: SERVICE_PROVIDER_CONFIG,
  name: 'Service Provider Configuration',
  description: "Schema for representing the service provider's configuration",
  attributes: [
    reference(
      'documentationUri',
      "An HTTP-addressable URL pointing to the service provider's human-consumable help documentation.",
      ['external'],
      READ_ONLY,
    ),
    feature('patch', 'A complex type that specifies PATCH configuration options.'),
    feature('bulk', 'A complex type that specifies bulk configuration options.', [
      integer(
        'maxOperations',
        'An integer value specifying the maximum number of operations.',
        REQUIRED,
      ),
      integer(
        'maxPayloadSize',
        'An integer value specifying the maximum payload size in bytes.',
        REQUIRED,
      ),
    ]),
    feature('filter', 'A complex type that specifies FILTER options.', [
      integer(
        'maxResults',
        'An integer value specifying the maximum number of resources returned in a response.',
        REQUIRED,
      ),
    ]),
    feature(
      'changePassword',
      'A complex type that specifies configuration options related to changing a password.',
    ),
    feature('sort', 'A complex type that specifies sort result options.'),
    feature('etag', 'A complex type that specifies ETag result options.'),
    pagination,
    authenticationSchemes,
  ],
};

/** The schema of RFC 7643 §6, §8.7.2. */
const resourceTypeSchema: Schema = {
  id: RESOURCE_TYPE,
  name: 'ResourceType',
  description: 'Specifies the schema that describes a SCIM resource type',
  attributes: [
    string(
      'id',
      "The resource type's server unique id. May be the same as the 'name' attribute.",
      READ_ONLY,
    ),
    string(
      'name',
      "The resource type name. When applicable, service providers MUST specify the name, e.g., 'User'.",
      { ...EXACT, required: true, uniqueness: 'server' },
    ),
    string(
      'description',
      "The resource type's human-readable description. When applicable, service providers MUST specify the description.",
      READ_ONLY,
    ),
    reference(
      'endpoint',
      "The resource type's HTTP-addressable endpoint relative to the Base URL, e.g., '/Users'.",
      ['uri'],
      { ...REQUIRED, uniqueness: 'server' },
    ),
    reference('schema', "The resource type's primary/base schema URI.", ['uri'], REQUIRED),
    complex(
      'schemaExtensions',
      "A list of URIs of the resource type's schema extensions.",
      [
        reference('schema', 'The URI of a schema extension.', ['uri'], REQUIRED),
        boolean(
          'required',
          'A Boolean value that specifies whether or not the schema extension is required for the resource type. If true, a resource of this type MUST include this schema extension and also include any attributes declared as required in this schema extension. If false, a resource of this type MAY omit this schema extension.',
          REQUIRED,
        ),
      ],
      { ...REQUIRED, multiValued: true },
    ),
  ],
};

const types = [
  'string',
  'complex',
  'boolean',
  'decimal',
  'integer',
  'dateTime',
  'reference',
  'binary',
];

/** The definition of an attribute, which is the same for sub-attributes. */
const definition: readonly Attribute[] = [
  string('name', "The attribute's name.", { ...EXACT, required: true }),
  string(
    'type',
    "The attribute's data type. Valid values include 'string', 'complex', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'binary'.",
    { ...REQUIRED, canonicalValues: types },
  ),
  boolean('multiValued', "A Boolean value indicating an attribute's plurality.", REQUIRED),
  string('description', 'A human-readable description of the attribute.', EXACT),
  boolean(
    'required',
    'A boolean value indicating whether or not the attribute is required.',
    READ_ONLY,
  ),
  string(
    'canonicalValues',
    "A collection of canonical values. When applicable, service providers MUST specify the canonical types, e.g., 'work', 'home'.",
    { ...EXACT, multiValued: true },
  ),
  boolean(
    'caseExact',
    'A Boolean value indicating whether or not a string attribute is case sensitive.',
    READ_ONLY,
  ),
  string('mutability', 'Indicates whether or not an attribute is modifiable.', {
    ...EXACT,
    canonicalValues: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
  }),
  string('returned', 'Indicates when an attribute is returned in a response (e.g., to a query).', {
    ...EXACT,
    canonicalValues: ['always', 'never', 'default', 'request'],
  }),
  string('uniqueness', 'Indicates how unique a value must be.', {
    ...EXACT,
    canonicalValues: ['none', 'server', 'global'],
  }),
  string(
    'referenceTypes',
    "Used only with an attribute of type 'reference'. Specifies a SCIM resourceType that a reference attribute MAY refer to, e.g., 'User'.",
    { ...EXACT, multiValued: true },
  ),
];

/** The schema of RFC 7643 §7, §8.7.2: the only one with a third level. */
const schemaSchema: Schema = {
  id: SCHEMA,
  name: 'Schema',
  description: 'Specifies the schema that describes a SCIM schema',
  attributes: [
    string(
      'id',
      'The unique URI of the schema. When applicable, service providers MUST specify the URI.',
      REQUIRED,
    ),
    string(
      'name',
      "The schema's human-readable name. When applicable, service providers MUST specify the name, e.g., 'User'.",
      REQUIRED,
    ),
    string(
      'description',
      "The schema's human-readable description. When applicable, service providers MUST specify the description.",
      READ_ONLY,
    ),
    complex(
      'attributes',
      'A complex attribute that includes the attributes of a schema.',
      [
        ...definition,
        complex(
          'subAttributes',
          'Used to define the sub-attributes of a complex attribute.',
          definition,
          { ...READ_ONLY, multiValued: true },
        ),
      ],
      { ...REQUIRED, multiValued: true },
    ),
  ],
};

export const discoverySchemas: readonly Schema[] = [
  serviceProviderConfigSchema,
  resourceTypeSchema,
  schemaSchema,
];
