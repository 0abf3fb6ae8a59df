// Changes a part of a JSON value by its position, such as `pages[0].elements[2].visibleIf`.
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';

export type Step = string | number;

/** Splits a position into the names of members and the indexes of elements. */
export const stepsOf = (at: string): readonly Step[] =>
  [...at.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].flatMap(([, name, index]): readonly Step[] =>
    name === undefined ? [Number(index)] : [name],
  );

/** Returns the value without the member or element at a position. */
export const without = (value: JsonObject, steps: readonly Step[]): JsonObject =>
  asObject(
    changed(value, steps, () => undefined),
    value,
  );

/** Returns the value with the text at a position changed, in all its languages. */
export const withText = (
  value: JsonObject,
  steps: readonly Step[],
  change: (text: string) => string,
): JsonObject =>
  asObject(
    changed(value, steps, (wording) => textChanged(wording, change)),
    value,
  );

const asObject = (value: JsonValue | undefined, otherwise: JsonObject): JsonObject =>
  isObject(value) ? value : otherwise;

function textChanged(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([language, text]) => [language, textChanged(text, change)]),
  );
}

type Change = (value: JsonValue) => JsonValue | undefined;

/** Returns the value with a change at a position; undefined removes what is there. */
function changed(
  value: JsonValue,
  [step, ...deeper]: readonly Step[],
  change: Change,
): JsonValue | undefined {
  if (step === undefined) return change(value);
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]): readonly (readonly [string, JsonValue])[] => {
        if (name !== step) return [[name, inner]];
        const next = changed(inner, deeper, change);
        return next === undefined ? [] : [[name, next]];
      }),
    );
  }
  if (!Array.isArray(value)) return value;
  const list: readonly JsonValue[] = value;
  return list.flatMap((inner, i) => {
    if (i !== step) return [inner];
    const next = changed(inner, deeper, change);
    // A list in a list stays one element.
    return next === undefined ? [] : [next];
  });
}
