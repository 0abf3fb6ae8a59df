// The shared lists that an exported template names: the ids in its fields mean nothing in another Formstead.
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import type { FileList } from './file-list.ts';

const MAX_LISTS = 100;
const MAX_COLUMNS = 50;
const MAX_TEXT = 200;

/** Reads the lists of a file; what is not as expected is passed over. */
export function readFileLists(value: JsonValue | undefined): readonly FileList[] {
  return listOf(value)
    .slice(0, MAX_LISTS)
    .flatMap((each) => {
      const [id, name] = [textIn(each, 'id'), textIn(each, 'name')];
      if (!isObject(each) || id === undefined || name === undefined) return [];
      const columns = listOf(member(each, 'columns'))
        .slice(0, MAX_COLUMNS)
        .flatMap((column) => {
          const [key, label] = [textIn(column, 'key'), textIn(column, 'label')];
          return key === undefined || label === undefined ? [] : [{ key, label }];
        });
      return [{ id: id.toLowerCase(), name, columns }];
    });
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : [];

function textIn(holder: JsonValue, name: string): string | undefined {
  const text = isObject(holder) ? member(holder, name) : undefined;
  const isText = typeof text === 'string' && text.trim() !== '' && isStorable(text);
  return isText ? text.trim().slice(0, MAX_TEXT).toWellFormed() : undefined;
}

/** Returns the definition with other lists; a field whose list has no other one is left without a list. */
export function withLists(
  definition: JsonObject,
  other: ReadonlyMap<string, string | undefined>,
): JsonObject {
  const rewritten = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(rewritten);
    return isObject(value) ? inObject(value) : value;
  };
  const inObject = (holder: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(holder).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] => {
        // Only a choice from a list has a text of this name.
        if (name !== 'list' || typeof value !== 'string') return [[name, rewritten(value)]];
        const list = other.get(value.toLowerCase());
        return list === undefined ? [] : [[name, list]];
      }),
    );
  return inObject(definition);
}
