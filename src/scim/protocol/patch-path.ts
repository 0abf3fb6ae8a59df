import { parseFilter } from './filter-parser.ts';
import { resolveFilter } from './filter-resolve.ts';
import type { Filter, FilterSyntax } from './filter-tree.ts';
import { isHidden, type ResolvedAttribute } from './resolved-attribute.ts';
import type { Extension, ResourceType } from './resource-type.ts';
import { invalidFilter, invalidPath, type ScimError } from './scim-error.ts';
import { shown } from './shown.ts';

const MAX_LENGTH = 8_192;

/** The filter of a path, as written and as meant: which values of the attribute the operation is about. */
export type Selection = { readonly syntax: FilterSyntax; readonly filter: Filter };

export type AttributePath = {
  readonly kind: 'attribute';
  /** At the top of the resource or of an extension. */
  readonly attribute: ResolvedAttribute;
  readonly selection: Selection | undefined;
  readonly sub: ResolvedAttribute | undefined;
};

/** What the path of a PATCH operation points at (RFC 7644 §3.5.2). */
export type PatchPath =
  | { readonly kind: 'resource' }
  | { readonly kind: 'extension'; readonly extension: Extension }
  | AttributePath
  /** Well-formed, and nothing here has that name. */
  | { readonly kind: 'unknown'; readonly name: string };

type Parts = {
  /** An attribute, perhaps with its schema's URN and, when there is no filter, a sub-attribute. */
  readonly name: string;
  readonly filter: string | undefined;
  readonly sub: string | undefined;
};

const NAME = /^(?:[A-Za-z][\w$-]*|\$ref)$/;
const URI = /^[A-Za-z][\w+.-]*:[\w.~:/?#@!$&'*+,;=%-]+$/;

const malformed = (text: string, why: string): ScimError =>
  invalidPath(`The path ${shown(text)} ${why}.`);

/** The last `]` closes the filter, since what may follow it has none. */
function cut(text: string): Parts {
  const open = text.indexOf('[');
  if (open === -1) return { name: text, filter: undefined, sub: undefined };
  const close = text.lastIndexOf(']');
  if (close < open) throw malformed(text, 'has no "]" for its "["');
  const rest = text.slice(close + 1);
  const sub = rest === '' ? undefined : rest.slice(1);
  if (sub !== undefined && !(rest.startsWith('.') && NAME.test(sub))) {
    throw malformed(text, 'goes on after "]" with something other than one sub-attribute');
  }
  return { name: text.slice(0, open), filter: text.slice(open + 1, close), sub };
}

/** A name below a URN that nobody here knows only has to be a URI: what it should look like is not ours to say. */
function checkName(type: ResourceType, name: string, text: string): void {
  const colon = name.lastIndexOf(':');
  const foreign = colon !== -1 && type.findSchema(name.slice(0, colon)) === undefined;
  const names = name.slice(colon + 1).split('.', 3);
  const fits = foreign ? URI.test(name) : names.length < 3 && names.every((it) => NAME.test(it));
  if (!fits) {
    throw malformed(
      text,
      'is not an attribute, or an attribute and a sub-attribute with a dot between',
    );
  }
}

function select(type: ResourceType, text: string, { name, filter, sub }: Parts): PatchPath {
  const syntax = parseFilter(filter ?? '');
  const attribute = type.find(name);
  if (attribute === undefined) return { kind: 'unknown', name: text };
  if (isHidden(attribute)) {
    throw invalidFilter(`${attribute.key} can not be filtered on.`, attribute.key);
  }
  if (attribute.parent !== undefined || !(attribute.multiValued || attribute.type === 'complex')) {
    throw malformed(text, 'has a filter behind an attribute that has no values to choose among');
  }
  const resolved = resolveFilter({ kind: 'element', path: name, filter: syntax }, type);
  const selection = { syntax, filter: resolved.kind === 'element' ? resolved.filter : resolved };
  if (sub === undefined) return { kind: 'attribute', attribute, selection, sub };
  const part = attribute.subAttributesByName.get(sub.toLowerCase());
  // A list of simple values: each of them is its `value` (RFC 7643 §2.4).
  const itself = attribute.type !== 'complex' && sub.toLowerCase() === 'value';
  if (part === undefined && !itself) return { kind: 'unknown', name: text };
  return { kind: 'attribute', attribute, selection, sub: part };
}

/**
 * Reads the path of a PATCH operation in time linear in its length: an attribute, a sub-attribute, a filter in
 * brackets, a sub-attribute behind it, each with or without a schema's URN, and an extension's URN alone; names in
 * any letter case. A well-formed path that names nothing here is `unknown`, for the caller to pass over.
 * @throws ScimError 400 invalidPath for what is not a path, 400 invalidFilter for a filter in it that is none
 */
export function parsePatchPath(type: ResourceType, text: string): PatchPath {
  if (text.length > MAX_LENGTH) {
    throw invalidPath(`The path is longer than ${MAX_LENGTH} characters.`);
  }
  const urn = type.findSchema(text);
  if (urn === type.schema) return { kind: 'resource' };
  const extension = type.extensions.find((it) => it.schema === urn);
  if (extension !== undefined) return { kind: 'extension', extension };
  const parts = cut(text);
  checkName(type, parts.name, text);
  if (parts.filter !== undefined) return select(type, text, parts);
  const found = type.find(parts.name);
  if (found === undefined) return { kind: 'unknown', name: text };
  const { parent } = found;
  return parent === undefined
    ? { kind: 'attribute', attribute: found, selection: undefined, sub: undefined }
    : { kind: 'attribute', attribute: parent, selection: undefined, sub: found };
}
