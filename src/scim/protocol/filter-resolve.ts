import { parseFilter } from './filter-parser.ts';
import type { Filter, FilterSyntax } from './filter-tree.ts';
import { checkOperator, typedValue } from './filter-value.ts';
import { isHidden, type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidFilter } from './scim-error.ts';
import { shown } from './shown.ts';

/** Where names are looked up: the whole resource, or one element of a multi-valued attribute. */
type Scope = {
  readonly name: string;
  readonly find: (path: string) => ResolvedAttribute | undefined;
};

function lookUp(scope: Scope, path: string): ResolvedAttribute {
  const attribute = scope.find(path);
  if (attribute === undefined) {
    throw invalidFilter(`${scope.name} has no attribute ${shown(path)}; see /Schemas.`);
  }
  if (isHidden(attribute)) {
    throw invalidFilter(`${attribute.key} can not be filtered on.`, attribute.key);
  }
  return attribute;
}

/** `members eq "id"`, `emails co "x"`, `manager eq "id"`: named alone, a complex attribute is its value (Entra, §2 rule 11). */
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

/** `title eq null` asks whether there is a value: an attribute is never null otherwise (RFC 7643 §2.5). */
function compareWithNull(attribute: ResolvedAttribute, operator: string): Filter {
  const present: Filter = { kind: 'present', attribute };
  if (operator === 'eq') return { kind: 'not', filter: present };
  if (operator === 'ne') return present;
  throw invalidFilter(`null is compared with eq and ne only, not with "${operator}".`);
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
  // A list of simple values: RFC 7643 §2.4 calls each of them `value`.
  return { name, find: (path) => (path.toLowerCase() === 'value' ? attribute : undefined) };
}

function element(scope: Scope, syntax: FilterSyntax & { readonly kind: 'element' }): Filter {
  const attribute = lookUp(scope, syntax.path);
  if (attribute.type !== 'complex' && !attribute.multiValued) {
    throw invalidFilter(`${attribute.key} has no parts to choose by "[ ]".`, attribute.key);
  }
  const filter = resolve(elementScope(attribute), syntax.filter);
  // With one value there is nothing to choose: name[familyName eq "x"] is name.familyName eq "x".
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
 * Gives every name in a filter its attribute and every value its type (RFC 7644 §3.4.2.2).
 * @throws ScimError 400 invalidFilter: an unknown attribute, a comparison that does not fit its type, a complex
 * attribute without a sub-attribute, an attribute that is never returned
 */
export const resolveFilter = (syntax: FilterSyntax, type: ResourceType): Filter =>
  resolve(type, syntax);

/** Text to meaning. @throws ScimError 400 invalidFilter */
export const compileFilter = (text: string, type: ResourceType): Filter =>
  resolveFilter(parseFilter(text), type);
