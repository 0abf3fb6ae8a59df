import type { TSchema } from 'typebox';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

/** The named schemas, to which the rest of the document refers. */
export interface Components {
  /** Returns the schema as JSON, with a reference for every schema in it that has a title. */
  refer(schema: TSchema): JsonObject;
  /** Returns all schemas that were referred to, by name. */
  all(): JsonObject;
}

const NAME = /^[A-Za-z0-9._-]+$/;

/** @throws Error for two different schemas with the same title, or a title that cannot be a name. */
export function createComponents(): Components {
  const found = new Map<string, JsonObject>();

  const visit = (value: JsonValue): JsonValue => {
    if (!isObject(value)) return value;
    const plain = asNullable(asMap(value));
    const schema = asEnum(
      Object.fromEntries(Object.entries(plain).map(([key, inner]) => [key, within(key, inner)])),
    );
    const { title } = schema;
    return typeof title === 'string' ? register(title, schema) : schema;
  };

  // Only positions that hold schemas are searched: an example may have a title of its own.
  const within = (key: string, value: JsonValue): JsonValue => {
    if (key === 'properties' && isObject(value)) {
      const members = Object.entries(value).map(([name, inner]) => [name, visit(inner)]);
      return Object.fromEntries(members);
    }
    if (['anyOf', 'allOf', 'oneOf'].includes(key) && Array.isArray(value)) return value.map(visit);
    return ['items', 'additionalProperties'].includes(key) ? visit(value) : value;
  };

  const register = (title: string, schema: JsonObject): JsonObject => {
    if (!NAME.test(title)) throw new Error(`"${title}" can not be the name of a schema`);
    const before = found.get(title);
    if (before && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas are called ${title}`);
    }
    found.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  };

  return {
    refer(schema) {
      const json: JsonValue = JSON.parse(JSON.stringify(schema));
      const referred = visit(json);
      return isObject(referred) ? referred : {};
    },
    all: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Turns a choice of texts into one `enum`, which reads better and generates better code. */
function asEnum(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const texts = anyOf.map((each: JsonValue) => (isObject(each) ? each['const'] : undefined));
  if (!texts.every((text) => typeof text === 'string')) return schema;
  return { type: 'string', enum: texts, ...rest };
}

/** Writes a record of any names as an object, which generators of clients know. */
function asMap(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  const values = isObject(patternProperties) ? patternProperties['^.*$'] : undefined;
  return values === undefined ? schema : { ...rest, additionalProperties: values };
}

/**
 * Writes "this or null" as one schema with two types. A schema with a name of its own stays a choice between its name
 * and null.
 */
function asNullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [shape, nothing] = anyOf;
  if (!isObject(shape) || !isObject(nothing) || nothing['type'] !== 'null') return schema;
  const { type } = shape;
  if (typeof type !== 'string' || shape['title'] !== undefined) return schema;
  return { ...shape, ...rest, type: [type, 'null'] };
}
