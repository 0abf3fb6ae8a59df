import { describeJson, isArray, isObject, ownMember } from './json.ts';
import { foreignSchemas } from './known-schemas.ts';
import { readInteger } from './list-parameters.ts';
import { PATCH_OP } from './patch-operations.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidSyntax, invalidValue, notFound, ScimError, tooLarge } from './scim-error.ts';
import { shown } from './shown.ts';
import { readBoolean } from './tolerance.ts';

const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const MAX_BULK_ID = 512;

export type BulkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON object as sent; the parser of the single request's body reads it. */
export type BulkData = Readonly<Record<string, unknown>>;

/** The resource of an operation: an existing one, or one that another operation creates. */
export type ResourceRef =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'bulkId'; readonly bulkId: string };

export type BulkCreate = {
  readonly method: 'POST';
  readonly type: ResourceType;
  readonly bulkId: string;
  readonly data: BulkData;
};

export type BulkAction =
  | BulkCreate
  | {
      readonly method: 'PUT' | 'PATCH';
      readonly type: ResourceType;
      readonly resource: ResourceRef;
      readonly data: BulkData;
      readonly version: string | undefined;
    }
  | {
      readonly method: 'DELETE';
      readonly type: ResourceType;
      readonly resource: ResourceRef;
      readonly version: string | undefined;
    };

export type BulkOperation = {
  readonly index: number;
  /** These three as sent, if they are text: the result repeats them. */
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly bulkId: string | undefined;
  /** The action, or the error that prevents it. */
  readonly action: BulkAction | ScimError;
};

export type BulkRequest = {
  /** Stop after this many failures (RFC 7644 §3.7); undefined to never stop. */
  readonly failOnErrors: number | undefined;
  /** Our extension, `"atomic": true`: all operations are done or none. */
  readonly atomic: boolean;
  readonly operations: readonly BulkOperation[];
};

/** The prefix of a reference to a resource that another operation creates. */
export const BULK_ID = 'bulkId:';

type Target = { readonly type: ResourceType; readonly resource: ResourceRef | undefined };

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // An invalid percent encoding: the text itself is the id, and does not exist.
  }
}

/** Reads `/Users`, `/Users/{id}`, `/Groups/bulkId:g`, also without the leading slash and with a trailing one. */
function readPath(path: string, types: readonly ResourceType[]): Target {
  const [endpoint = '', segment, ...more] = path
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/', 4);
  const type = types.find((it) => it.endpoint === `/${endpoint}`);
  if (type === undefined || more.length > 0 || path.includes('?')) {
    const endpoints = types.map((it) => it.endpoint).join(' and ');
    throw notFound(`There is no endpoint at ${shown(path)}. The endpoints are ${endpoints}.`);
  }
  if (segment === undefined) return { type, resource: undefined };
  const id = decode(segment);
  const resource: ResourceRef = id.startsWith(BULK_ID)
    ? { kind: 'bulkId', bulkId: id.slice(BULK_ID.length) }
    : { kind: 'id', id };
  return { type, resource };
}

function readMethod(raw: unknown): BulkMethod {
  const method = typeof raw === 'string' ? raw.toUpperCase() : undefined;
  switch (method) {
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      throw invalidSyntax('method must be POST, PUT, PATCH or DELETE.');
  }
}

/** Reads the data; a PATCH may have a bare array of operations, as the example in RFC 7644 §3.7.3 (erratum 5050). */
function readData(method: BulkMethod, raw: unknown): BulkData {
  if (method === 'PATCH' && isArray(raw)) return { schemas: [PATCH_OP], Operations: raw };
  if (isObject(raw)) return raw;
  const found = raw === undefined ? 'missing' : describeJson(raw);
  throw invalidSyntax(`data is ${found}, but must be the body of a ${method}.`);
}

function readVersion(raw: unknown): string | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined;
  if (typeof raw === 'string') return raw;
  throw invalidSyntax(`version is ${describeJson(raw)}, but must be an entity tag as a string.`);
}

function readBulkId(raw: unknown, taken: Set<string>): string {
  if (typeof raw !== 'string' || raw === '' || raw.length > MAX_BULK_ID) {
    throw invalidSyntax(`a POST needs a bulkId, a string of 1 to ${MAX_BULK_ID} characters.`);
  }
  if (taken.has(raw))
    throw invalidSyntax(`an earlier operation already has the bulkId ${shown(raw)}.`);
  taken.add(raw);
  return raw;
}

type Context = { readonly types: readonly ResourceType[]; readonly taken: Set<string> };

function readAction(raw: BulkData, { types, taken }: Context): BulkAction {
  const method = readMethod(ownMember(raw, 'method'));
  const path = ownMember(raw, 'path');
  if (typeof path !== 'string') throw invalidSyntax('path is missing. It must be a string.');
  // First, so that another operation with the same bulkId is refused even when this one fails.
  const bulkId = method === 'POST' ? readBulkId(ownMember(raw, 'bulkId'), taken) : '';
  const { type, resource } = readPath(path, types);
  if (method === 'POST') {
    if (resource !== undefined)
      throw invalidSyntax(`the path of a POST must be ${type.endpoint}, without an id.`);
    return { method, type, bulkId, data: readData(method, ownMember(raw, 'data')) };
  }
  if (resource === undefined)
    throw invalidSyntax(`the path of a ${method} must be ${type.endpoint}/{id}.`);
  const version = readVersion(ownMember(raw, 'version'));
  if (method === 'DELETE') return { method, type, resource, version };
  return { method, type, resource, version, data: readData(method, ownMember(raw, 'data')) };
}

/** Returns a client's error as the result of its operation, so that the others are not affected (RFC 7644 §3.7.3). */
function tryAction(raw: BulkData, context: Context): BulkAction | ScimError {
  try {
    return readAction(raw, context);
  } catch (error) {
    if (error instanceof ScimError) return error;
    throw error;
  }
}

const textOf = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw : undefined);

function readOperation(raw: unknown, index: number, context: Context): BulkOperation {
  if (!isObject(raw)) {
    throw invalidSyntax(`Operations[${index}] is ${describeJson(raw)}, but must be an object.`);
  }
  return {
    index,
    method: textOf(ownMember(raw, 'method'))?.toUpperCase(),
    path: textOf(ownMember(raw, 'path')),
    bulkId: textOf(ownMember(raw, 'bulkId')),
    action: tryAction(raw, context),
  };
}

function readFailOnErrors(raw: unknown): number | undefined {
  if (raw === undefined || raw === null) return undefined;
  const value = typeof raw === 'string' ? readInteger(raw) : raw;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw invalidValue('failOnErrors', 'must be an integer of 1 or more.');
}

function readAtomic(raw: unknown): boolean {
  const value = raw === undefined || raw === null ? false : readBoolean(raw);
  if (value === undefined) throw invalidValue('atomic', 'must be true or false.');
  return value;
}

/** Returns the error 413 tooLarge, for the pipeline that counts the bytes (RFC 7644 §3.7.4). */
export const payloadTooLarge = (maxPayloadSize: number): ScimError =>
  tooLarge('tooLarge', `The bulk request is larger than maxPayloadSize (${maxPayloadSize} bytes).`);

/**
 * Reads the body of a bulk request (RFC 7644 §3.7). An error in one operation becomes that operation's `action`.
 * @throws ScimError for the whole request: 400 invalidSyntax, 400 invalidValue, 413 tooMany
 */
export function parseBulkRequest(
  body: unknown,
  {
    types,
    maxOperations,
  }: { readonly types: readonly ResourceType[]; readonly maxOperations: number },
): BulkRequest {
  if (!isObject(body)) {
    throw invalidSyntax(
      `The body is ${describeJson(body)}, but must be a JSON object with a BulkRequest.`,
    );
  }
  foreignSchemas(ownMember(body, 'schemas'), BULK_REQUEST);
  const operations = ownMember(body, 'Operations');
  if (!isArray(operations)) throw invalidSyntax('Operations must be an array.');
  if (operations.length > maxOperations) {
    throw tooLarge(
      'tooMany',
      `There are ${operations.length} operations; maxOperations is ${maxOperations}.`,
    );
  }
  const context = { types, taken: new Set<string>() };
  return {
    failOnErrors: readFailOnErrors(ownMember(body, 'failOnErrors')),
    atomic: readAtomic(ownMember(body, 'atomic')),
    operations: operations.map((raw, index) => readOperation(raw, index, context)),
  };
}
