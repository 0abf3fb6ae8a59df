import type { ObservedRequest } from '#http/observed-request.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { adviceOn } from './advice-on.ts';
import { attributePaths } from './attribute-paths.ts';
import type { LogEntry } from './log-entry.ts';
import { notesIn, notesText } from './notes.ts';
import { createRedaction, type KnowsPath, type Redaction } from './redact.ts';

/** Characters of a body that are kept. */
const MAX_KEPT = 16_384;
/** Bytes of the largest request body that is parsed. */
const MAX_READ = 65_536;
const MAX_TEXT = 200;
const MAX_PATH = 500;

const RESOURCE_TYPES = new Map([
  ['users', 'User'],
  ['me', 'User'],
  ['groups', 'Group'],
  ['bulk', 'Bulk'],
  ['serviceproviderconfig', 'ServiceProviderConfig'],
  ['resourcetypes', 'ResourceType'],
  ['schemas', 'Schema'],
]);

export interface DigestedRequest {
  readonly entry: Omit<LogEntry, 'id' | 'dropped'>;
  /** Attributes that the body names, as SCIM writes them; none for a request that failed. */
  readonly attributes: readonly string[];
}

/** Returns the log entry of a request, without secrets: what an admin needs to see what happened. */
export function digestRequest(seen: ObservedRequest, knowsPath: KnowsPath): DigestedRequest {
  const redaction = createRedaction(knowsPath);
  const [path = '', query] = splitOnce(seen.url, '?');
  const [, collection = '', lastSegment] = segmentsOf(path);
  const resourceType = RESOURCE_TYPES.get(collection.toLowerCase());
  const request = readBody(seen.requestBody, redaction);
  const asked = query === undefined ? undefined : redaction.query(query);
  const answer = parseText(seen.responseBody);
  const subject = subjectOf(answer) ?? subjectOf(request.value);
  const id = textMember(answer, 'id') ?? subject?.id ?? idIn(collection, lastSegment);
  const isFailure = seen.status >= 400;
  const isSearch = collection === '.search' || lastSegment === '.search';
  const effects = { ...seen.logFields, ...adviceOn(query, request.value) };
  const notes = isFailure ? undefined : notesIn(effects);
  // An error or the response of a Bulk request may quote the request; a resource contains no removed value.
  const scrub = (text: string | undefined) => text && redaction.scrub(text);
  const mayQuote = isFailure || resourceType === 'Bulk';
  const [responseBody, isCut] = kept(mayQuote ? scrub(seen.responseBody) : seen.responseBody);
  return {
    entry: {
      requestId: seen.requestId,
      at: seen.at,
      ms: seen.ms,
      method: seen.method,
      path: path.slice(0, MAX_PATH),
      query: asked?.slice(0, MAX_PATH * 4),
      status: seen.status,
      outcome: seen.status >= 500 ? 'failed' : isFailure ? 'refused' : 'ok',
      code: seen.code,
      holderId: seen.holder,
      detail: isFailure ? scrub(textMember(answer, 'detail')) : notes && notesText(notes),
      notes,
      resourceType,
      resourceId: id?.slice(0, MAX_TEXT),
      resourceName: subject?.name?.slice(0, MAX_TEXT),
      nameBefore: seen.nameBefore?.slice(0, MAX_TEXT),
      credentialId: seen.principal?.credentialId,
      userId: seen.principal?.userId,
      ip: seen.ip,
      agent: seen.agent?.slice(0, MAX_TEXT).replaceAll(/[^\x20-\x7e]/g, '?'),
      requestBody: request.text,
      responseBody,
      truncated: request.isCut || isCut,
    },
    // A search names no attribute that should be stored.
    attributes: isFailure || isSearch ? [] : attributePaths(request.value, knowsPath),
  };
}

interface Body {
  readonly value: JsonValue | undefined;
  readonly text: string | undefined;
  readonly isCut: boolean;
}

/** Returns the body without secrets. A body that can't be parsed is not kept, because it may hold secrets anywhere. */
function readBody(body: unknown, redaction: Redaction): Body {
  const none = { value: undefined, text: undefined };
  if (!(body instanceof Uint8Array) || body.length === 0) return { ...none, isCut: false };
  if (body.length > MAX_READ) return { ...none, isCut: true };
  const value = parseText(Buffer.from(body).toString());
  if (value === undefined) return { ...none, isCut: true };
  const [text, isCut] = kept(JSON.stringify(redaction.body(value)));
  return { value, text, isCut };
}

function kept(text: string | undefined): readonly [string | undefined, boolean] {
  if (text === undefined || text.length <= MAX_KEPT) return [text, false];
  return [text.slice(0, MAX_KEPT).toWellFormed(), true];
}

function parseText(text: string | undefined): JsonValue | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Subject {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

/** Returns the resource that a body is about: the body itself, or the only result of a search. */
function subjectOf(value: JsonValue | undefined): Subject | undefined {
  if (value === undefined || !isObject(value)) return undefined;
  const found = member(value, 'Resources');
  const resource = Array.isArray(found) && found.length === 1 ? found[0] : value;
  if (resource === undefined || !isObject(resource)) return undefined;
  const name = textMember(resource, 'userName') ?? textMember(resource, 'displayName');
  return name === undefined ? undefined : { id: textMember(resource, 'id'), name };
}

/** Returns a text member in storable form: a refused body may contain characters that PostgreSQL refuses. */
function textMember(value: JsonValue | undefined, name: string): string | undefined {
  const found = value !== undefined && isObject(value) ? member(value, name) : undefined;
  return typeof found === 'string' ? found.toWellFormed().replaceAll('\0', '\ufffd') : undefined;
}

/** Returns the id in a path such as `/scim/v2/Users/{id}`; undefined for other collections and for searches. */
function idIn(collection: string, segment: string | undefined): string | undefined {
  const isResource = /^(?:users|groups)$/i.test(collection) && segment !== '.search';
  return isResource ? segment : undefined;
}

/** Returns `scim`, the collection, and the segments after it; drops the version `v2`. */
function segmentsOf(path: string): readonly (string | undefined)[] {
  return path.split('/').filter((segment) => segment !== '' && !/^v2$/i.test(segment));
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
