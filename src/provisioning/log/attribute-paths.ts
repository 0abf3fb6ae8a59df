import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { type KnowsPath, withoutFilter } from './redact.ts';

const MAX_PATHS = 100;
const MAX_LENGTH = 200;
const PATH = /^[A-Za-z][\w$:.-]*$/;

/**
 * Returns the attributes that a body names, spelt as they are sent: `userName`, `emails.value`, `urn:…:User:department`.
 * For a PATCH, these are the attributes of its operations; for a Bulk request, those of its data. Filters are left out,
 * because their values may say something of people.
 */
export function attributePaths(
  body: JsonValue | undefined,
  knowsPath: KnowsPath,
): readonly string[] {
  const collection = new Collection(knowsPath);
  if (body !== undefined && isObject(body)) collection.addBody(body);
  return [...collection.paths].slice(0, MAX_PATHS);
}

class Collection {
  readonly paths = new Set<string>();
  readonly #knowsPath: KnowsPath;

  constructor(knowsPath: KnowsPath) {
    this.#knowsPath = knowsPath;
  }

  addBody(body: JsonObject): void {
    const operations = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations');
    if (operations === undefined) {
      this.#addResource(body);
      return;
    }
    const [, list] = operations;
    for (const operation of Array.isArray(list) ? list : []) {
      if (isObject(operation)) this.#addOperation(operation);
    }
  }

  #addOperation(operation: JsonObject): void {
    const data = member(operation, 'data');
    if (data !== undefined && isObject(data)) this.addBody(data);
    const path = member(operation, 'path');
    const value = member(operation, 'value');
    // `emails[type eq "work"].value` names the attribute `emails.value`.
    const name = typeof path === 'string' ? withoutFilter(path) : '';
    if (data !== undefined || member(operation, 'op') === undefined) return;
    if (name !== '') this.#addTop(name, value);
    else if (value !== undefined && isObject(value)) this.#addResource(value);
  }

  #addResource(resource: JsonObject): void {
    for (const [name, value] of Object.entries(resource)) {
      if (name.toLowerCase() !== 'schemas') this.#addTop(name, value);
    }
  }

  /** A URN that is no attribute is a schema, whose attributes follow a colon. */
  #addTop(name: string, value: JsonValue | undefined): void {
    const isSchema = /^urn:/i.test(name) && !this.#knowsPath(name);
    this.#add(name, value, isSchema ? ':' : '.');
  }

  #add(path: string, value: JsonValue | undefined, separator: ':' | '.'): void {
    const objects = (Array.isArray(value) ? value : [value]).filter(
      (each) => each !== undefined && isObject(each),
    );
    if (objects.length === 0 && path.length <= MAX_LENGTH && PATH.test(path)) this.paths.add(path);
    for (const object of objects) {
      for (const [name, inner] of Object.entries(object)) {
        if (this.paths.size >= MAX_PATHS) return;
        this.#add(`${path}${separator}${name}`, inner, '.');
      }
    }
  }
}
