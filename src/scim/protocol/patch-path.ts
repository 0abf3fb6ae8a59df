import { parseFilter } from './filter-parser.ts';
import { resolveFilter } from './filter-resolve.ts';
import type { Filter, FilterSyntax } from './filter-tree.ts';
import { isHidden, type ResolvedAttribute } from './resolved-attribute.ts';
import type { Extension, ResourceType } from './resource-type.ts';
import { invalidFilter, invalidPath, type ScimError } from './scim-error.ts';
import { shown } from './shown.ts';

const MAX_LENGTH = 8_192;

/** The filter of a path, as syntax and resolved; it selects the values that the operation changes. */
export type Selection = { readonly syntax: FilterSyntax; readonly filter: Filter };

export type AttributePath = {
  readonly kind: 'attribute';
  /** A top-level attribute of the resource or of an extension. */
  readonly attribute: ResolvedAttribute;
  readonly selection: Selection | undefined;
  readonly sub: ResolvedAttribute | undefined;
};

/** The target of a PATCH path (RFC 7644 §3.5.2). */
export type PatchPath =
  | { readonly kind: 'resource' }
  | { readonly kind: 'extension'; readonly extension: Extension }
  | AttributePath
  /** A well-formed path to an unknown name. */
  | { readonly kind: 'unknown'; readonly name: string };

type Parts = {
  /** An attribute, optionally with its schema's URN and, without a filter, with a sub-attribute. */
  readonly name: string;
  readonly filter: string | undefined;
  readonly sub: string | undefined;
};

const NAME = /^(?:[A-Za-z][\w$-]*|\$ref)$/;
const URI = /^[A-Za-z][\w+.-]*:[\w.~:/?#@!$&'*+,;=%-]+$/;

const malformed = (text: string, why: string): ScimError =>
  invalidPath(`The path ${shown(text)} ${why}.`);

/** The last `]` closes the filter, because the rest of a path cannot contain one. */
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

/** Checks the syntax of a name. Below an unknown URN it only has to be a URI, because that schema defines its names. */
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
    throw invalidFilter(`Filters cannot use ${attribute.key}.`, attribute.key);
  }
  if (attribute.parent !== undefined || !(attribute.multiValued || attribute.type === 'complex')) {
    throw malformed(text, 'has a filter behind an attribute that has no values to choose among');
  }
  const resolved = resolveFilter({ kind: 'element', path: name, filter: syntax }, type);
  const selection = { syntax, filter: resolved.kind === 'element' ? resolved.filter : resolved };
  if (sub === undefined) return { kind: 'attribute', attribute, selection, sub };
  const part = attribute.subAttributesByName.get(sub.toLowerCase());
  // The elements of a list of simple values are called `value` (RFC 7643 §2.4).
  const itself = attribute.type !== 'complex' && sub.toLowerCase() === 'value';
  if (part === undefined && !itself) return { kind: 'unknown', name: text };
  return { kind: 'attribute', attribute, selection, sub: part };
}

/**
 * Reads the path of a PATCH operation in time linear in its length: an attribute, a sub-attribute, a filter in brackets
 * and a sub-attribute after it, each with or without a schema's URN, or an extension's URN alone; names in any letter
 * case. A well-formed path to an unknown name is `unknown`, so that the caller can ignore it.
 * @throws ScimError 400 invalidPath for a malformed path, 400 invalidFilter for a malformed filter in it
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
