import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/**
 * Makes fields of the values that a definition of SurveyJS calculates beside its questions: calculations that nobody sees
 * while filling in. They are the last ones of the last page.
 */
export function withCalculatedFields(definition: JsonObject): JsonObject {
  const { calculatedValues, ...rest } = definition;
  const fields = listIn(calculatedValues).flatMap((each): readonly JsonObject[] => {
    if (!isObject(each)) return [];
    const { name = null, expression = null } = each;
    return [{ type: 'expression', name, expression, hideWhileFilling: true }];
  });
  if (fields.length === 0) return definition;
  const pages = listIn(member(rest, 'pages'));
  const last = pages.at(-1) ?? null;
  if (!isObject(last)) {
    return { ...rest, elements: [...listIn(member(rest, 'elements')), ...fields] };
  }
  const elements = [...listIn(member(last, 'elements')), ...fields];
  return { ...rest, pages: [...pages.slice(0, -1), { ...last, elements }] };
}

const listIn = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : [];
