import { parseFilter } from './filter-parser.ts';
import type { Filter, FilterSyntax } from './filter-tree.ts';
import { checkOperator, typedValue } from './filter-value.ts';
import { isHidden, type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidFilter } from './scim-error.ts';
import { shown } from './shown.ts';

/** The scope of names: the whole resource, or one element of a multi-valued attribute. */
type Scope = {
  readonly name: string;
  readonly find: (path: string) => ResolvedAttribute | undefined;
};

function lookUp(scope: Scope, path: string): ResolvedAttribute {
  const attribute = scope.find(path);
  if (attribute === undefined) {
    throw invalidFilter(`${scope.name} has no attribute ${shown(path)}. See /Schemas.`);
  }
  if (isHidden(attribute)) {
    throw invalidFilter(`Filters cannot use ${attribute.key}.`, attribute.key);
  }
  return attribute;
}

/** Returns the value of a complex attribute that is named alone (Entra): `members eq "id"`, `emails co "x"`. */
function simple(attribute: ResolvedAttribute): ResolvedAttribute {
  if (attribute.type !== 'complex') return attribute;
  const value = valueSubAttribute(attribute);
  if (value !== undefined) return value;
  const names = attribute.subAttributes.map((sub) => `${attribute.name}.${sub.name}`).join(', ');
  throw invalidFilter(
    `${attribute.key} has several parts; compare one of ${names}.`,
    attribute.key,
  );
}

/** Translates `title eq null`, a test for a missing value: an attribute is never null otherwise (RFC 7643 §2.5). */
function compareWithNull(attribute: ResolvedAttribute, operator: string): Filter {
  const present: Filter = { kind: 'present', attribute };
  if (operator === 'eq') return { kind: 'not', filter: present };
  if (operator === 'ne') return present;
  throw invalidFilter(`null can only be compared with eq and ne, not with "${operator}".`);
}

function compare(scope: Scope, syntax: FilterSyntax & { readonly kind: 'compare' }): Filter {
  const named = lookUp(scope, syntax.path);
  const { operator, value } = syntax;
  if (!value.quoted && value.text === 'null') return compareWithNull(named, operator);
  const attribute = simple(named);
  checkOperator(attribute, operator);
  return { kind: 'compare', attribute, operator, value: typedValue(attribute, value) };
}

function elementScope(attribute: ResolvedAttribute): Scope {
  const name = attribute.key;
  if (attribute.type === 'complex') {
    const { subAttributesByName } = attribute;
    return { name, find: (path) => subAttributesByName.get(path.toLowerCase()) };
  }
  // The elements of a list of simple values are called `value` (RFC 7643 §2.4).
  return { name, find: (path) => (path.toLowerCase() === 'value' ? attribute : undefined) };
}

function element(scope: Scope, syntax: FilterSyntax & { readonly kind: 'element' }): Filter {
  const attribute = lookUp(scope, syntax.path);
  if (attribute.type !== 'complex' && !attribute.multiValued) {
    throw invalidFilter(
      `${attribute.key} has no sub-attributes, so "[ ]" cannot select any.`,
      attribute.key,
    );
  }
  const filter = resolve(elementScope(attribute), syntax.filter);
  // A single value needs no selection: name[familyName eq "x"] equals name.familyName eq "x".
  return attribute.multiValued ? { kind: 'element', attribute, filter } : filter;
}

function resolve(scope: Scope, syntax: FilterSyntax): Filter {
  switch (syntax.kind) {
    case 'and':
    case 'or':
      return { kind: syntax.kind, filters: syntax.filters.map((it) => resolve(scope, it)) };
    case 'not':
      return { kind: 'not', filter: resolve(scope, syntax.filter) };
    case 'present':
      return { kind: 'present', attribute: lookUp(scope, syntax.path) };
    case 'compare':
      return compare(scope, syntax);
    case 'element':
      return element(scope, syntax);
  }
}

/**
 * Resolves every name in a filter to its attribute and every value to its type (RFC 7644 §3.4.2.2).
 * @throws ScimError 400 invalidFilter: an unknown attribute, a comparison that does not fit its type, a complex
 * attribute without a sub-attribute, an attribute that is never returned
 */
export const resolveFilter = (syntax: FilterSyntax, type: ResourceType): Filter =>
  resolve(type, syntax);

/** Parses and resolves a filter. @throws ScimError 400 invalidFilter */
export const compileFilter = (text: string, type: ResourceType): Filter =>
  resolveFilter(parseFilter(text), type);
