import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

const MAX_PATHS = 100;
const MAX_LENGTH = 200;
const PATH = /^[A-Za-z][\w$:.-]*$/;

/**
 * Returns the attributes that a body names, as SCIM writes them: `userName`, `emails.value`, `urn:…:User:department`.
 * For a PATCH, these are the attributes of its operations; for a Bulk request, those of its data.
 */
export function attributePaths(body: JsonValue | undefined): readonly string[] {
  const paths = new Set<string>();
  if (body !== undefined && isObject(body)) collect(body, paths);
  return [...paths].slice(0, MAX_PATHS);
}

function collect(body: JsonObject, paths: Set<string>): void {
  const operations = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations');
  if (operations === undefined) {
    addMembers(body, '', paths);
    return;
  }
  const [, list] = operations;
  for (const operation of Array.isArray(list) ? list : []) {
    if (isObject(operation)) collectOperation(operation, paths);
  }
}

function collectOperation(operation: JsonObject, paths: Set<string>): void {
  const data = member(operation, 'data');
  if (data !== undefined && isObject(data)) collect(data, paths);
  const path = member(operation, 'path');
  const value = member(operation, 'value');
  // `emails[type eq "work"].value` names the attribute `emails.value`.
  const prefix = typeof path === 'string' ? path.replaceAll(/\[[^\]]*\]/g, '') : '';
  if (data !== undefined || member(operation, 'op') === undefined) return;
  if (prefix !== '' && !isComplex(value)) add(prefix, paths);
  else addValue(value, prefix, paths);
}

const isComplex = (value: JsonValue | undefined): boolean =>
  value !== undefined && (isObject(value) || (Array.isArray(value) && value.some(isObject)));

function addValue(value: JsonValue | undefined, path: string, paths: Set<string>): void {
  if (Array.isArray(value) && value.some(isObject)) {
    for (const element of value) addValue(element, path, paths);
  } else if (value !== undefined && isObject(value)) {
    addMembers(value, path, paths);
  } else if (path !== '') {
    add(path, paths);
  }
}

function addMembers(object: JsonObject, path: string, paths: Set<string>): void {
  for (const [name, value] of Object.entries(object)) {
    if (path === '' && name.toLowerCase() === 'schemas') continue;
    if (paths.size >= MAX_PATHS) return;
    const separator = path.toLowerCase().startsWith('urn:') && !path.includes('User:') ? ':' : '.';
    addValue(value, path === '' ? name : `${path}${separator}${name}`, paths);
  }
}

function add(path: string, paths: Set<string>): void {
  if (path.length <= MAX_LENGTH && PATH.test(path)) paths.add(path);
}
