import type { UserText } from '#directory/index.ts';
import {
  ENTERPRISE_USER,
  type Projection,
  type ResourceType,
  resourceLocation,
} from '#scim/protocol/index.ts';
import { groupValue } from './user-resource.ts';

/** The parameters for showing a user. */
interface Showing {
  readonly baseUrl: string;
  readonly type: ResourceType;
  readonly projection: Projection;
  /** The entity tag. */
  readonly tag: string;
}

/**
 * Returns the text that `JSON.stringify(project(userResource(…), projection))` gives, copied from the stored JSON;
 * undefined when part of the stored text has to change. Parsing and serializing are most of the cost of reading a user.
 */
export function copyUser(user: UserText, showing: Showing): string | undefined {
  const { baseUrl, type, projection, tag } = showing;
  if (type.singleReferences.some(({ name }) => mentions(user.attributesText, name)))
    return undefined;
  const text = withManager(user, showing);
  if (text === undefined || !isWhole(text, projection)) return undefined;
  const extensions = type.extensions
    .map(({ schema }) => schema)
    .filter((urn) => mentions(text, urn));
  const schemas = JSON.stringify([type.schema, ...extensions]);
  const { id, groups } = user;
  const rest = JSON.stringify({
    ...(groups.length > 0 && { groups: groups.map((link) => groupValue(link, baseUrl)) }),
    meta: {
      resourceType: type.name,
      created: new Date(user.createdAt).toISOString(),
      lastModified: new Date(user.updatedAt).toISOString(),
      location: resourceLocation(type, baseUrl, id),
      version: tag,
    },
  });
  return `{"schemas":${schemas},"id":${JSON.stringify(id)},${text.slice(1, -1)},${rest.slice(1)}`;
}

const ENTERPRISE = `"${ENTERPRISE_USER}":`;
/** Matches the rest of a flat object, from after its opening brace. */
const FLAT = /(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/y;

/** Inserts the manager, which is stored separately, at the end of its extension; undefined if that is not flat. */
function withManager(user: UserText, { baseUrl, type }: Showing): string | undefined {
  const { attributesText: text, managerText, manager: known } = user;
  if (managerText === undefined) return text;
  const manager = `"manager":${JSON.stringify({
    value: managerText,
    ...(known?.displayName !== undefined && { displayName: known.displayName }),
    ...(known && { $ref: resourceLocation(type, baseUrl, known.id) }),
  })}`;
  const start = text.indexOf(`${ENTERPRISE}{`);
  if (start === -1) return `${text.slice(0, -1)},${ENTERPRISE}{${manager}}}`;
  FLAT.lastIndex = start + ENTERPRISE.length + 1;
  if (!FLAT.test(text)) return undefined;
  const end = FLAT.lastIndex - 1;
  const comma = text.charAt(end - 1) === '{' ? '' : ',';
  return `${text.slice(0, end)}${comma}${manager}${text.slice(end)}`;
}

/** The attributes that are added around the stored text. */
const ADDED: ReadonlySet<string> = new Set(['schemas', 'id', 'groups', 'meta']);

/** Returns false when a partly shown name occurs anywhere in the text, even as a nested key, so that none is missed. */
function isWhole(text: string, { partial }: Projection): boolean {
  return !partial.some((name) => ADDED.has(name) || mentions(text, name));
}

/** Quotes inside JSON strings are escaped, so text that looks like a key is a key. */
const mentions = (text: string, key: string): boolean => text.includes(`"${key}":`);
