import { type Attribute, complex, dateTime, reference, string } from './schema.ts';

const READ_ONLY = { mutability: 'readOnly' } as const;

/**
 * The attributes of every resource, whatever its schemas (RFC 7643 §3, §3.1). No schema lists them, so /Schemas does
 * not either, and a schema's own definition of one of these names is ignored.
 */
export const commonAttributes: readonly Attribute[] = [
  reference('schemas', 'The URIs of the schemas whose attributes are present.', ['uri'], {
    ...READ_ONLY,
    multiValued: true,
    returned: 'always',
  }),
  string('id', 'A unique identifier for a SCIM resource, made by the service provider.', {
    ...READ_ONLY,
    caseExact: true,
    returned: 'always',
    uniqueness: 'global',
  }),
  string('externalId', 'An identifier for the resource as defined by the provisioning client.', {
    caseExact: true,
    maxLength: 512,
  }),
  complex(
    'meta',
    'Resource metadata.',
    [
      string('resourceType', "The name of the resource's type.", { ...READ_ONLY, caseExact: true }),
      dateTime('created', 'When the resource was added to the service provider.', READ_ONLY),
      dateTime('lastModified', 'When the resource was last changed.', READ_ONLY),
      reference('location', 'The URI of the resource.', ['uri'], READ_ONLY),
      string('version', 'The version of the resource, as in the ETag header.', {
        ...READ_ONLY,
        caseExact: true,
      }),
    ],
    READ_ONLY,
  ),
];
