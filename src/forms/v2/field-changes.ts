import { isDeepStrictEqual } from 'node:util';
import type { Attachment } from '#attachments/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { commentName, type Members } from '#questionnaires/answers/answer-shapes.ts';
import type { ApiField, FieldKind } from '#templates/index.ts';
import { withRows } from './list-keys.ts';

interface Known {
  readonly fields: readonly ApiField[];
  /** What the answers to the fields may hold. */
  readonly members: Members;
  /** The values that the engine calculates from the answers, as they were read. */
  readonly calculated: JsonObject;
  /** The files that were uploaded to the form. */
  readonly files: readonly Pick<Attachment, 'id' | 'field' | 'name' | 'type' | 'size'>[];
}

/**
 * Returns the answers with some fields changed. Fields are keyed by name or id and need only their value; `null`, as
 * the field or as its value, clears it. Other fields stay. A field that cannot be written may be sent as it was read.
 * @throws AppError `invalid-answers` naming the member.
 */
export function changeAnswers(known: Known, answers: JsonObject, changes: JsonObject): JsonObject {
  const next = new Map<string, JsonValue>(Object.entries(answers));
  const named = new Map<string, string>();
  for (const [key, change] of Object.entries(changes)) {
    const field = findField(known.fields, key);
    const other = named.get(field.name);
    if (other !== undefined) {
      throw wrong(key, `${shown(other)} and ${shown(key)} are the same field. Send one of them.`);
    }
    named.set(field.name, key);
    changeOne(known, next, field, key, change);
  }
  return Object.fromEntries(next);
}

function changeOne(
  known: Known,
  next: Map<string, JsonValue>,
  field: ApiField,
  key: string,
  change: JsonValue,
): void {
  const sent = readValue(known, field, key, change);
  const value = withRows(known.members.get(field.name), next.get(field.name), sent);
  const comment = readComment(field, key, change);
  if (comment !== undefined) next.set(commentName(field.name), comment);
  else if (change === null) next.delete(commentName(field.name));
  const calculated = field.writable ? undefined : member(known.calculated, field.name);
  const read = calculated ?? next.get(field.name) ?? null;
  // Unchanged since it was read: a table without an answer is read as a table without rows.
  if (isDeepStrictEqual(value, read) || (read === null && isEmptyList(value))) return;
  if (!field.writable) throw readOnly(field, key, read);
  if (value === null) next.delete(field.name);
  else next.set(field.name, value);
}

/** Returns whether one of the sent fields may contain a calculated value. */
export const namesCalculated = (fields: readonly ApiField[], changes: JsonObject): boolean =>
  fields.some(
    ({ name, id, kind, writable }) =>
      (kind === 'Table' || !writable) &&
      (Object.hasOwn(changes, name) || Object.hasOwn(changes, id)),
  );

/** Returns the comment on the answer. @returns undefined when it stays as it is */
function readComment(field: ApiField, key: string, change: JsonValue): string | undefined {
  const comment = isObject(change) ? member(change, 'comment') : undefined;
  if (comment === undefined) return undefined;
  const at = `${key}.comment`;
  if (!field.takesComment) throw wrong(at, 'This field takes no comment.');
  if (typeof comment === 'string') return comment;
  throw wrong(at, 'This must be text. To clear it, clear the field with null.');
}

function findField(fields: readonly ApiField[], key: string): ApiField {
  const field =
    fields.find(({ name }) => name === key) ?? fields.find(({ id }) => id === key.toLowerCase());
  if (!field) {
    throw wrong(
      key,
      `The template has no field with the name or id ${shown(key)}. GET /v2/templates/{templateId} lists them.`,
    );
  }
  return field;
}

const isEmptyList = (value: JsonValue): boolean => Array.isArray(value) && value.length === 0;

function readOnly({ kind }: ApiField, key: string, stored: JsonValue): AppError {
  const why = kind === 'Calculated' ? 'is calculated' : 'is read-only';
  return wrong(
    key,
    `The field ${shown(key)} ${why} and can't be changed. Leave it out, or send it as it is: ${shorten(JSON.stringify(stored))}.`,
  );
}

const SKETCH = ['imageFile', 'retainedImage', 'shapes'] as const;

/** The members that can hold the value; the first one is used in responses. */
const MEMBERS: Readonly<Record<FieldKind, readonly string[]>> = {
  TextBox: ['text', 'value'],
  Number: ['value'],
  Date: ['value'],
  Time: ['value'],
  DateTime: ['value'],
  CheckBox: ['value'],
  CheckBoxGroup: ['value'],
  DropDown: ['value'],
  Image: ['files', 'imageFile'],
  File: ['files'],
  Signature: ['imageFile'],
  Sketch: SKETCH,
  Location: ['value'],
  Barcode: ['value'],
  Table: ['rows', 'value'],
  Calculated: ['value'],
};

function readValue(known: Known, field: ApiField, key: string, change: JsonValue): JsonValue {
  if (change === null) return null;
  const names = MEMBERS[field.kind];
  const found = isObject(change) ? names.filter((name) => Object.hasOwn(change, name)) : [];
  const [name] = found;
  if (!isObject(change) || name === undefined) {
    const needed = names.join(' or ');
    throw wrong(
      key,
      `A field of type ${field.kind} needs an object with ${needed}, or null to clear it.`,
    );
  }
  if (field.kind === 'Sketch') return readSketch(known, field, key, change);
  if (found.length > 1 && !isAsRead(change)) {
    throw wrong(key, `Send ${names.join(' or ')}, not both.`);
  }
  const at = `${key}.${name}`;
  const value = member(change, name) ?? null;
  if (value === null) return null;
  if (field.kind === 'Signature') return readFile(known, field, at, value);
  if (name === 'imageFile') return [readFile(known, field, at, value)];
  if (name === 'files') return readFiles(known, field, at, value);
  const checked = checkType(field.kind, at, value);
  return field.kind === 'Table' ? withoutLinks(known, checked) : checked;
}

/** Returns the drawing on a photo. All of it is sent, because the picture shows the shapes on the photo. */
function readSketch(known: Known, field: ApiField, key: string, change: JsonObject): JsonValue {
  const [picture, photo, shapes] = SKETCH.map((name) => member(change, name) ?? null);
  if (picture === null && photo === null && shapes === null) return null;
  const missing = SKETCH.find((name) => (member(change, name) ?? null) === null);
  if (missing !== undefined || picture === undefined || photo === undefined) {
    throw wrong(`${key}.${missing}`, `Send ${SKETCH.join(', ')} together, or null to clear it.`);
  }
  return {
    photo: readFile(known, field, `${key}.retainedImage`, photo),
    picture: readFile(known, field, `${key}.imageFile`, picture),
    shapes: shapes ?? null,
  };
}

/** Removes the links to the bytes of files in rows, which are not part of an answer. */
function withoutLinks(known: Known, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return list.map((each) => withoutLinks(known, each));
  }
  if (!isObject(value)) return value;
  const isFile = known.files.some(({ id }) => id === member(value, 'id'));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isFile && name === 'link'))
      .map(([name, each]) => [name, withoutLinks(known, each)]),
  );
}

/** Returns whether a picture field has its first picture in both members, as it is read. Then `files` is used. */
function isAsRead(change: JsonObject): boolean {
  const files = member(change, 'files');
  const list: readonly JsonValue[] = Array.isArray(files) ? files : [];
  return Array.isArray(files) && idIn(member(change, 'imageFile')) === idIn(list[0]);
}

const idIn = (file: JsonValue | undefined): JsonValue | undefined =>
  file !== undefined && isObject(file) ? member(file, 'id') : undefined;

/** The type of the value of each kind. Whether a choice exists is checked when the form is stored. */
const TYPES: Partial<Record<FieldKind, readonly [(value: JsonValue) => boolean, string]>> = {
  TextBox: [(value) => typeof value === 'string', 'text'],
  Number: [(value) => typeof value === 'number', 'a number'],
  Date: [(value) => typeof value === 'string', 'a date as text, like 2026-01-31'],
  Time: [(value) => typeof value === 'string', 'a time as text, like 09:05'],
  DateTime: [(value) => typeof value === 'string', 'date and time as text, like 2026-01-31T09:05'],
  CheckBox: [(value) => typeof value === 'boolean', 'true or false'],
  CheckBoxGroup: [Array.isArray, 'a list of values'],
  Location: [isObject, 'an object with lat, lon, accuracy, at and source'],
  Barcode: [isObject, 'an object with text and format'],
  Table: [Array.isArray, 'a list of rows'],
};

function checkType(kind: FieldKind, at: string, value: JsonValue): JsonValue {
  const [fits, words] = TYPES[kind] ?? [];
  if (!fits || fits(value)) return value;
  throw wrong(at, `This must be ${words}, or null to clear it.`);
}

function readFiles(known: Known, field: ApiField, at: string, value: JsonValue): JsonValue {
  if (!Array.isArray(value)) {
    throw wrong(at, 'This must be a list of objects with the id of a file.');
  }
  const list: readonly JsonValue[] = value;
  // An empty list clears the answer.
  if (list.length === 0) return null;
  return list.map((each, i) => readFile(known, field, `${at}[${i}]`, each));
}

function readFile({ files }: Known, field: ApiField, at: string, value: JsonValue): JsonObject {
  const sent = isObject(value) ? member(value, 'id') : undefined;
  const file = files.find(({ id }) => typeof sent === 'string' && id === sent.toLowerCase());
  if (file?.field !== field.name) {
    throw wrong(
      `${at}.id`,
      `This must be the id of a file that was uploaded to the field ${shown(field.name)} of this form. Upload it first: POST /v2/formz/{id}/attachments.`,
    );
  }
  const { id, name, type, size } = file;
  return { id, name, type, size };
}

const shorten = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text;
const shown = (text: string): string => JSON.stringify(shorten(text));

function wrong(position: string, detail: string): AppError {
  return fail('invalid-answers', detail, { at: `fields.${position.slice(0, 200).toWellFormed()}` });
}
