import { describeJson } from './json.ts';
import { invalidValue } from './scim-error.ts';
import { shown } from './shown.ts';
import { asElements } from './tolerance.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
const DRAFTS = 'urn:scim:schemas';

/** URNs of RFC 7643 and RFC 7644, and those that clients send in their place. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...['User', 'Group', 'Schema', 'ResourceType', 'ServiceProviderConfig'].map(
      (name) => `${CORE}:${name}`,
    ),
    `${ENTERPRISE}:User`,
    ...['ListResponse', 'SearchRequest', 'PatchOp', 'BulkRequest', 'BulkResponse', 'Error'].map(
      (name) => `${MESSAGES}:${name}`,
    ),
    // scim-patch#207.
    `${CORE}:PatchOp`,
    // SCIM 1.1 and drafts: OneLogin.
    ...['core:1.0', 'core:2.0', 'extension:enterprise:1.0', 'extension:enterprise:2.0'].map(
      (name) => `${DRAFTS}:${name}`,
    ),
    // Entra.
    `${ENTERPRISE}User`,
    'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
  ].map((urn) => urn.toLowerCase()),
);

/**
 * Checks `schemas` of a body, alike in every request. It may be missing, a bare string, or name any known URN, because
 * the endpoint says what the body is.
 * @param right the URN to send, for the error
 * @param isOwn whether a URN belongs to the resource type of the request
 * @returns the URNs that do not belong to the type; unknown ones are allowed in addition to known ones
 * @throws ScimError 400 invalidValue when it holds anything but texts, or no known URN
 */
export function foreignSchemas(
  raw: unknown,
  right: string,
  isOwn: (urn: string) => boolean = () => false,
): readonly string[] {
  const named = raw === null || raw === undefined ? [] : asElements(raw);
  const texts = named.map((urn) => {
    if (typeof urn === 'string') return urn;
    throw invalidValue('schemas', `holds ${describeJson(urn)}; only schema URIs belong here.`);
  });
  const foreign = texts.filter((urn) => !isOwn(urn));
  const isAnyKnown =
    foreign.length < texts.length || foreign.some((urn) => KNOWN.has(urn.toLowerCase()));
  if (texts.length === 0 || isAnyKnown) return foreign;
  throw invalidValue(
    'schemas',
    `${shown(texts.join(', '))} is no schema of SCIM. Send ["${right}"], or leave schemas out.`,
  );
}
