import {
  BULK_ID,
  type BulkAction,
  type BulkCreate,
  type BulkData,
  type ResourceRef,
} from './bulk-request.ts';
import { tokenise } from './filter-lexer.ts';
import { isArray, isObject } from './json.ts';
import { PATCH_OP } from './patch-operations.ts';
import type { ResourceType } from './resource-type.ts';
import { conflict, ScimError } from './scim-error.ts';
import { shown } from './shown.ts';

/** The ids of the resources that the request has created so far. */
export type BulkIds = { readonly find: (bulkId: string) => string | undefined };

/** Returns the text that replaces a reference. */
type Replace = (bulkId: string) => string;

/** The deepest nesting that is searched; no attribute is deeper. */
const MAX_DEPTH = 64;
const IN_URI = `/${BULK_ID}`;

/** A reference is a whole text, so that `bulkId:b1` is never found in `bulkId:b10`. */
const mapText = (text: string, replace: Replace): string =>
  text.startsWith(BULK_ID) ? replace(text.slice(BULK_ID.length)) : text;

/** In a `$ref`, a reference may be the last segment of a URI: `/Users/bulkId:b1`. */
function mapUri(text: string, replace: Replace): string {
  const at = text.lastIndexOf(IN_URI);
  if (at === -1) return mapText(text, replace);
  return `${text.slice(0, at + 1)}${replace(text.slice(at + IN_URI.length))}`;
}

/** In the path of a PATCH operation, a reference is a value in the filter: `members[value eq "bulkId:b1"]`. */
function mapPath(path: string, replace: Replace): string {
  const open = path.indexOf('[');
  if (open === -1 || !path.includes(BULK_ID)) return path;
  let result = path.slice(0, open);
  let from = open;
  for (const { kind, text, at, end } of tokensOf(path.slice(open))) {
    if ((kind !== 'string' && kind !== 'word') || !text.startsWith(BULK_ID)) continue;
    result += path.slice(from, open + at) + JSON.stringify(mapText(text, replace));
    from = open + end;
  }
  return result + path.slice(from);
}

function tokensOf(text: string): ReturnType<typeof tokenise> {
  try {
    return tokenise(text);
  } catch (error) {
    if (error instanceof ScimError) return []; // The error is reported when the path is parsed.
    throw error;
  }
}

/** Returns the value with its references replaced, and the same object when it has none. */
function mapValue(value: unknown, replace: Replace, depth = 0): unknown {
  if (typeof value === 'string') return mapText(value, replace);
  if (depth > MAX_DEPTH) return value;
  if (isArray(value)) {
    const mapped = value.map((element) => mapValue(element, replace, depth + 1));
    return mapped.some((element, index) => element !== value[index]) ? mapped : value;
  }
  return isObject(value) ? mapObject(value, replace, depth) : value;
}

function mapObject(object: BulkData, replace: Replace, depth: number): BulkData {
  let changed = false;
  const entries = Object.entries(object).map(([name, value]): [string, unknown] => {
    const isUri = typeof value === 'string' && name.toLowerCase() === '$ref';
    const mapped = isUri ? mapUri(value, replace) : mapValue(value, replace, depth + 1);
    changed ||= mapped !== value;
    return [name, mapped];
  });
  return changed ? Object.fromEntries(entries) : object;
}

/** Replaces the references in the operations of a PATCH: in values, and in the filters of paths. */
function mapPatch(data: BulkData, replace: Replace): BulkData {
  const mapOperation = (operation: unknown): unknown => {
    if (!isObject(operation)) return operation;
    const entries = Object.entries(operation).map(([name, value]): [string, unknown] =>
      typeof value === 'string' && name.toLowerCase() === 'path'
        ? [name, mapPath(value, replace)]
        : [name, mapValue(value, replace)],
    );
    return Object.fromEntries(entries);
  };
  const entries = Object.entries(data).map(([name, value]): [string, unknown] =>
    name.toLowerCase() === 'operations' && isArray(value)
      ? [name, value.map(mapOperation)]
      : [name, value],
  );
  return Object.fromEntries(entries);
}

const mapData = (method: BulkAction['method'], data: BulkData, replace: Replace): BulkData =>
  method === 'PATCH' ? mapPatch(data, replace) : mapObject(data, replace, 0);

/** Returns the bulkIds that an operation refers to, in its path and its data. */
export function bulkIdsIn(action: BulkAction): ReadonlySet<string> {
  const found = new Set<string>();
  if (action.method !== 'POST' && action.resource.kind === 'bulkId') {
    found.add(action.resource.bulkId);
  }
  if (action.method !== 'DELETE') {
    mapData(action.method, action.data, (bulkId) => {
      found.add(bulkId);
      return bulkId;
    });
  }
  return found;
}

const replaceBy =
  (ids: BulkIds): Replace =>
  (bulkId) => {
    const id = ids.find(bulkId);
    if (id !== undefined) return id;
    throw conflict(
      `${shown(`${BULK_ID}${bulkId}`)} stands for nothing: no POST of this request has that bulkId, or it failed.`,
    );
  };

/**
 * Returns an operation with every reference replaced by the id of the resource.
 * @throws ScimError 409 when a reference has no resource (yet)
 */
export function resolveAction(action: BulkAction, ids: BulkIds): BulkAction {
  const replace = replaceBy(ids);
  if (action.method === 'POST') return { ...action, data: mapData('POST', action.data, replace) };
  const resource: ResourceRef =
    action.resource.kind === 'id'
      ? action.resource
      : { kind: 'id', id: replace(action.resource.bulkId) };
  if (action.method === 'DELETE') return { ...action, resource };
  return { ...action, resource, data: mapData(action.method, action.data, replace) };
}

/** Does the same for the second half of a split creation. @throws ScimError 409 */
export const resolveReferences = (data: BulkData, ids: BulkIds): BulkData =>
  mapData('PATCH', data, replaceBy(ids));

type Split = { readonly kept: [string, unknown][]; readonly later: [string, unknown][] };

function refersTo(value: unknown, pending: ReadonlySet<string>, name = ''): boolean {
  let found = false;
  mapObject(
    { [name]: value },
    (bulkId) => {
      found ||= pending.has(bulkId);
      return bulkId;
    },
    0,
  );
  return found;
}

/** Separates values that refer to resources that do not exist yet: single values whole, lists by element. */
function splitMembers(object: BulkData, pending: ReadonlySet<string>, type?: ResourceType): Split {
  const split: Split = { kept: [], later: [] };
  for (const [name, value] of Object.entries(object)) {
    if (!refersTo(value, pending, name)) split.kept.push([name, value]);
    else if (isArray(value)) {
      split.kept.push([name, value.filter((it) => !refersTo(it, pending))]);
      split.later.push([name, value.filter((it) => refersTo(it, pending))]);
    } else if (isObject(value) && type?.findSchema(name) !== undefined) {
      const inner = splitMembers(value, pending);
      split.kept.push([name, Object.fromEntries(inner.kept)]);
      split.later.push([name, Object.fromEntries(inner.later)]);
    } else split.later.push([name, value]);
  }
  return split;
}

/**
 * Splits a POST of a cycle in two: the part that can be created at once, and a PatchOp that adds the rest when the
 * whole cycle exists (RFC 7644 §3.7.1). `pending` are the bulkIds that have no id yet, including its own.
 */
export function splitCreate(
  action: BulkCreate,
  pending: ReadonlySet<string>,
): { readonly create: BulkCreate; readonly complete: BulkData | undefined } {
  const { kept, later } = splitMembers(action.data, pending, action.type);
  if (later.length === 0) return { create: action, complete: undefined };
  const value = Object.fromEntries(later);
  return {
    create: { ...action, data: Object.fromEntries(kept) },
    complete: { schemas: [PATCH_OP], Operations: [{ op: 'add', value }] },
  };
}
