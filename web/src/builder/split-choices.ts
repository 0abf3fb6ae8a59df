import { isList, isObject, type Json } from './definition.ts';

const LISTS: ReadonlySet<string> = new Set(['choices', 'rateValues', 'rows', 'columns']);

/**
 * A definition that was made elsewhere with each choice `1|One` as a value and what people read, as SurveyJS means it. Here
 * such a text is the choice itself.
 */
export function splitChoices(value: Json, key = ''): Json {
  if (isList(value)) {
    return value.map((each) =>
      LISTS.has(key) && typeof each === 'string' && each.includes('|')
        ? splitChoice(each)
        : splitChoices(each, key),
    );
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, splitChoices(each, name)]],
    ),
  );
}

function splitChoice(text: string): Json {
  const at = text.indexOf('|');
  return { value: text.slice(0, at), text: text.slice(at + 1) };
}
