// Reads the parts of the OpenAPI document that the reference shows. The document is our own and is held by tests, so what
// is missing is left out, and nothing is reported.
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

export interface Operation {
  /** Unique, and the anchor of the operation on the page. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly told: JsonObject;
}

export interface ApiDocument {
  readonly introduction: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  /** What webhooks send, by type of event. */
  readonly messages: readonly Operation[];
  /** Follows a reference inside the document. */
  resolve(value: JsonValue | undefined): JsonObject;
}

export const textAt = (object: JsonObject, name: string): string => {
  const value = member(object, name);
  return typeof value === 'string' ? value : '';
};
export const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isObject(value) ? value : {};
};
export const listAt = (object: JsonObject, name: string): readonly JsonValue[] => {
  const value = member(object, name);
  return Array.isArray(value) ? value : [];
};

export function readDocument(document: JsonObject): ApiDocument {
  return {
    introduction: textAt(objectAt(document, 'info'), 'description'),
    tags: listAt(document, 'tags')
      .filter(isObject)
      .map((tag) => ({ name: textAt(tag, 'name'), description: textAt(tag, 'description') })),
    operations: operationsIn(objectAt(document, 'paths')),
    messages: operationsIn(objectAt(document, 'webhooks')),
    resolve(value) {
      if (!isObject(value)) return {};
      const reference = textAt(value, '$ref');
      if (!reference.startsWith('#/')) return value;
      return reference.split('/').slice(1).reduce(objectAt, document);
    },
  };
}

const operationsIn = (paths: JsonObject): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, told]) => {
      const operation = isObject(told) ? told : {};
      const [tag] = listAt(operation, 'tags');
      return {
        id: textAt(operation, 'operationId'),
        method: method.toUpperCase(),
        path,
        tag: typeof tag === 'string' ? tag : '',
        summary: textAt(operation, 'summary'),
        told: operation,
      };
    }),
  );

/** Returns the first media type of a body, and what is told about it. */
export function contentOf(body: JsonObject): readonly [string, JsonObject] | undefined {
  const [first] = Object.entries(objectAt(body, 'content'));
  return first && [first[0], isObject(first[1]) ? first[1] : {}];
}

/** Returns JSON as people read it. */
export const pretty = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
