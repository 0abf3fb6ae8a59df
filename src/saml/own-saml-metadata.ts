import { METADATA, NAME_ID, POST_BINDING, PROTOCOL } from './names.ts';
import { xmlEscaped } from './write-xml.ts';

const FORMATS = [NAME_ID.persistent, NAME_ID.emailAddress, NAME_ID.unspecified];

/**
 * Returns our metadata for a connection: what an identity provider imports. It has no key, because we sign no requests
 * and read no encrypted assertions, and no address for single logout, because there is none.
 */
export function ownSamlMetadata(parts: {
  readonly entityId: string;
  readonly acs: string;
}): string {
  const formats = FORMATS.map((format) => `    <NameIDFormat>${format}</NameIDFormat>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${xmlEscaped(parts.entityId)}">
  <SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
${formats}    <AssertionConsumerService Binding="${POST_BINDING}" Location="${xmlEscaped(parts.acs)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
