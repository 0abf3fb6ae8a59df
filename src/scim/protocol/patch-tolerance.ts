import type { FilterSyntax } from './filter-tree.ts';
import { Handling } from './handling.ts';
import { isArray, isJsonArray, isObject, type Json, ownMember } from './json.ts';
import { readParts, readValue } from './read-value.ts';
import { type ResolvedAttribute, valueSubAttribute } from './resolved-attribute.ts';
import { invalidValue, ScimError } from './scim-error.ts';
import { asElements } from './tolerance.ts';

// Accepts what clients send beyond the RFC in a PATCH; tolerance.ts does so for every value. Each quirk has one
// function, whose comment names the clients that need it and, if there is one, the public issue.

export type PatchVerb = 'add' | 'replace' | 'remove';

/** Reads `Add`, `Replace`, `Remove`: Entra without the flag aadOptscim062020. */
export function readVerb(raw: unknown): PatchVerb | undefined {
  if (typeof raw !== 'string') return undefined;
  const verb = raw.toLowerCase();
  return verb === 'add' || verb === 'replace' || verb === 'remove' ? verb : undefined;
}

/** Returns whether there is no path. `"path": ""` and `"path": null` come from templates that fill in every field. */
export const isNoPath = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

/**
 * Returns whether an add only names URNs that this type has. `schemas` is computed from the values of a resource, so
 * adding the attributes adds the URN (RFC 7644 §3.5.2). Any other change of `schemas` violates its mutability.
 */
export const addsKnownSchemas = (
  raw: unknown,
  findSchema: (urn: string) => string | undefined,
): boolean =>
  asElements(raw).every((urn) => typeof urn === 'string' && findSchema(urn) !== undefined);

/**
 * Returns the values that a remove names beside its path: Entra without the flag, JumpCloud and authentik remove
 * members in this way (SCIMReferenceCode#10, directory-scimple#436). Undefined for null, `""` and a missing value,
 * which remove all; `[]` is an empty difference and removes nothing.
 */
export const namedForRemoval = (raw: unknown): readonly unknown[] | undefined =>
  raw === undefined || raw === null || raw === '' ? undefined : asElements(raw);

/** Returns the error for a remove that could never remove anything, which is a fault of the request. */
export const namesNothing = ({ key }: ResolvedAttribute): ScimError =>
  invalidValue(
    key,
    'the value beside the path names none of its values. Name them as [{"value": …}], or send no value to remove all.',
  );

const MAX_PACKED = 10_000;

function unpack(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > MAX_PACKED || !text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) && typeof ownMember(parsed, 'value') === 'string' ? parsed : undefined;
  } catch {
    return undefined; // A text that starts with a brace and is not JSON is an ordinary text.
  }
}

function unpackElement(element: unknown): unknown {
  const text = isObject(element) ? ownMember(element, 'value') : element;
  const packed = typeof text === 'string' ? unpack(text) : undefined;
  if (packed === undefined) return element;
  const named = ['value', 'display', 'type', 'primary'].map((name) => [
    name,
    ownMember(packed, name),
  ]);
  const display = ownMember(packed, 'display') ?? ownMember(packed, 'displayName');
  const inside = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const beside = Object.entries(isObject(element) ? element : {}).filter(
    ([name]) => name.toLowerCase() !== 'value',
  );
  return {
    ...inside,
    ...(display === undefined ? {} : { display }),
    ...Object.fromEntries(beside),
  };
}

/**
 * Unpacks JSON in a string: Entra's `Add roles [{"value":"{\"id\":…,\"value\":…,\"displayName\":…}"}]` (SCIM-SDK#541),
 * where its POST sends the object itself.
 */
export function unpackElements(attribute: ResolvedAttribute, raw: unknown): unknown {
  if (!attribute.multiValued || valueSubAttribute(attribute)?.type !== 'string') return raw;
  return isArray(raw) ? raw.map(unpackElement) : unpackElement(raw);
}

/** Returns whether a key in a value without a path is a path with a filter: SCIM-SDK's "filter as attribute". */
export const isFilterKey = (name: string): boolean => name.includes('[');

const equalities = (syntax: FilterSyntax): readonly FilterSyntax[] =>
  syntax.kind === 'and' ? syntax.filters.flatMap(equalities) : [syntax];

function termValue(attribute: ResolvedAttribute, path: string, text: string): unknown {
  const { type } = attribute.subAttributesByName.get(path) ?? attribute;
  return type === 'integer' || type === 'decimal' ? Number(text) : text;
}

/**
 * Returns the element that a filter describes by its `eq` terms, for an add or replace that matches none: Entra writes
 * `emails[type eq "work"].value` before such an e-mail address exists (scim-for-keycloak#73, SCIM-SDK#149). This
 * departs from RFC 7644 §3.5.2.3, where it is noTarget and fails the whole request. Undefined when the filter names no
 * value, or two for one attribute.
 */
export function elementNamedBy(
  attribute: ResolvedAttribute,
  syntax: FilterSyntax,
): Json | undefined {
  const named = new Map<string, unknown>();
  for (const term of equalities(syntax)) {
    if (term.kind !== 'compare' || term.operator !== 'eq') continue;
    if (!term.value.quoted && term.value.text === 'null') continue;
    const path = term.path.toLowerCase();
    const value = termValue(attribute, path, term.value.text);
    if (named.has(path) && named.get(path) !== value) return undefined;
    named.set(path, value);
  }
  return named.size === 0 ? undefined : readNamed(attribute, named);
}

/** Returns undefined when no element can have such values: none is created, and the path matches none. */
function readNamed(
  attribute: ResolvedAttribute,
  named: ReadonlyMap<string, unknown>,
): Json | undefined {
  const handling = new Handling();
  try {
    if (attribute.type !== 'complex') {
      const list = readValue(attribute, named.get('value'), attribute.key, handling);
      return isJsonArray(list) ? list[0] : list;
    }
    const parts = readParts(attribute, Object.fromEntries(named), attribute.key, handling);
    if (handling.droppedCertificates > 0) return undefined;
    const values = [...parts].flatMap(([sub, value]) =>
      value === undefined ? [] : [[sub.name, value] as const],
    );
    return values.length === 0 ? undefined : Object.fromEntries(values);
  } catch (error) {
    if (error instanceof ScimError) return undefined;
    throw error;
  }
}
