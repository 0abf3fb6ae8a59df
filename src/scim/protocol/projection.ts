import { isJsonArray, isJsonObject, type Json, type JsonObject } from './json.ts';
import { listParameter, type Query } from './query-parameter.ts';
import { isHidden, type ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidValue } from './scim-error.ts';

/** What is shown of a value: all of it, none of it, or these parts. */
type Shape = boolean | ReadonlyMap<string, Shape>;

/** The attributes that a request wants, computed once for all resources of the response. */
export type Projection = {
  readonly shape: ReadonlyMap<string, Shape>;
  /** Top-level names that are not shown whole: a resource without any of them is returned unchanged. */
  readonly partial: readonly string[];
};

type Wanted = {
  readonly mode: 'default' | 'attributes' | 'excluded';
  readonly attributes: ReadonlySet<ResolvedAttribute>;
  /** The URNs that were named alone. */
  readonly schemas: ReadonlySet<string>;
  /** Keys of the attributes that the request wrote, which are shown even if `returned` is "request" (RFC 7643 §7). */
  readonly written: ReadonlySet<string>;
};

const isNamed = (wanted: Wanted, attribute: ResolvedAttribute): boolean =>
  wanted.attributes.has(attribute) ||
  (attribute.parent === undefined && wanted.schemas.has(attribute.schema));

function subShape(attribute: ResolvedAttribute, wanted: Wanted): Shape {
  const shapes = attribute.subAttributes.map((sub) => [sub.name, shapeOf(sub, wanted)] as const);
  if (shapes.every(([, shape]) => shape === true)) return true;
  return new Map(shapes);
}

const NONE: ReadonlySet<string> = new Set();
const DEFAULT: Wanted = { mode: 'default', attributes: new Set(), schemas: NONE, written: NONE };

/** Applies the rules of RFC 7643 §7 `returned` and RFC 7644 §3.9. */
function shapeOf(attribute: ResolvedAttribute, wanted: Wanted): Shape {
  const { returned } = attribute.definition;
  if (isHidden(attribute)) return false;
  const named = isNamed(wanted, attribute);
  if (wanted.mode === 'attributes') {
    if (named || returned === 'always') return subShape(attribute, DEFAULT);
    const parts = attribute.subAttributes.some((sub) => wanted.attributes.has(sub));
    return parts && subShape(attribute, wanted);
  }
  if (returned === 'always') return subShape(attribute, DEFAULT);
  const written = wanted.written.has((attribute.parent ?? attribute).key);
  if ((returned === 'request' && !written) || (wanted.mode === 'excluded' && named)) return false;
  return subShape(attribute, wanted);
}

function compile(type: ResourceType, wanted: Wanted): Projection {
  const shape = new Map<string, Shape>();
  for (const attribute of type.attributes) shape.set(attribute.name, shapeOf(attribute, wanted));
  for (const extension of type.extensions) {
    const shapes = extension.attributes.map((it) => [it.name, shapeOf(it, wanted)] as const);
    const whole = shapes.every(([, inner]) => inner === true);
    const none = shapes.every(([, inner]) => inner === false);
    shape.set(extension.schema, whole || (!none && new Map(shapes)));
  }
  const partial = [...shape].flatMap(([name, inner]) => (inner === true ? [] : [name]));
  return { shape, partial };
}

function wantedBy(type: ResourceType, query: Query, written: ReadonlySet<string>): Wanted {
  const attributes = listParameter(query, 'attributes');
  const excluded = listParameter(query, 'excludedAttributes');
  if (attributes.length > 0 && excluded.length > 0) {
    throw invalidValue('excludedAttributes', 'can not be given together with attributes.');
  }
  const names = [...attributes, ...excluded];
  if (names.length === 0) return written.size === 0 ? DEFAULT : { ...DEFAULT, written };
  return {
    mode: attributes.length > 0 ? 'attributes' : 'excluded',
    attributes: new Set(names.map(type.find).filter((it) => it !== undefined)),
    schemas: new Set(names.map(type.findSchema).filter((it) => it !== undefined)),
    written,
  };
}

/**
 * Reads `attributes` and `excludedAttributes` (RFC 7644 §3.4.2.5, §3.9): names in any letter case, dotted, with or
 * without URN; an extension's URN means all of it. Unknown names are ignored. For the response to a write, `written`
 * holds the keys of the attributes that it wrote.
 * @throws ScimError 400 invalidValue when both are given, because each defines the rest
 */
export function parseProjection(
  query: Query,
  type: ResourceType,
  written: ReadonlySet<string> = NONE,
): Projection {
  const wanted = wantedBy(type, query, shownFor(written, type));
  return wanted === DEFAULT ? defaultProjection(type) : compile(type, wanted);
}

const shownFor = (written: ReadonlySet<string>, type: ResourceType): ReadonlySet<string> =>
  written.size === 0 ? NONE : new Set([...onRequest(type)].filter((key) => written.has(key)));

const onRequestByType = new WeakMap<ResourceType, ReadonlySet<string>>();

/** Returns the keys of top-level attributes that are, or have a part that is, shown on request only. */
function onRequest(type: ResourceType): ReadonlySet<string> {
  const known = onRequestByType.get(type);
  if (known !== undefined) return known;
  const all = [...type.attributes, ...type.extensions.flatMap((it) => it.attributes)];
  const keys = all
    .filter((it) =>
      [it, ...it.subAttributes].some(({ definition }) => definition.returned === 'request'),
    )
    .map(({ key }) => key);
  onRequestByType.set(type, new Set(keys));
  return new Set(keys);
}

const defaults = new WeakMap<ResourceType, Projection>();

function defaultProjection(type: ResourceType): Projection {
  const known = defaults.get(type);
  if (known !== undefined) return known;
  const projection = compile(type, DEFAULT);
  defaults.set(type, projection);
  return projection;
}

/** Returns whether any part of an attribute is shown; if not, it need not be loaded: `includes(p, 'members')`. */
export function includes(projection: Projection, ...path: readonly string[]): boolean {
  let shape: Shape | undefined = projection.shape;
  for (const name of path) {
    if (typeof shape === 'boolean') return shape;
    shape = shape?.get(name);
  }
  return shape !== undefined && shape !== false;
}

function pick(object: JsonObject, shape: ReadonlyMap<string, Shape>): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) {
    const shown = pickValue(value, shape.get(name) ?? false);
    if (shown !== undefined) result[name] = shown;
  }
  return result;
}

/** Omits a value without a visible part, but keeps one that was empty, because `members: []` has a meaning. */
function pickValue(value: Json, shape: Shape): Json | undefined {
  if (typeof shape === 'boolean') return shape ? value : undefined;
  if (isJsonArray(value)) {
    const elements = value.map((it) => pickValue(it, shape)).filter((it) => it !== undefined);
    return elements.length === 0 && value.length > 0 ? undefined : elements;
  }
  if (!isJsonObject(value)) return undefined;
  const object = pick(value, shape);
  return Object.keys(object).length === 0 ? undefined : object;
}

/** Returns the resource as the request wants it; the same object when that is all of it. */
export function project(resource: JsonObject, projection: Projection): JsonObject {
  const { shape, partial } = projection;
  return partial.some((name) => Object.hasOwn(resource, name)) ? pick(resource, shape) : resource;
}

/** Projects one element of a multi-valued attribute, for streamed responses; undefined when nothing of it is shown. */
export function projectElement(
  projection: Projection,
  name: string,
  element: JsonObject,
): JsonObject | undefined {
  const shown = pickValue(element, projection.shape.get(name) ?? false);
  return isJsonObject(shown) ? shown : undefined;
}
