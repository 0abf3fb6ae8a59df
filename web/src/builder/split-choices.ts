import { isList, isObject, type Json } from './definition.ts';

const LISTS: ReadonlySet<string> = new Set(['choices', 'rateValues', 'rows', 'columns']);

/**
 * Splits choices such as `1|One` of an imported definition into value and text, as SurveyJS reads them. Formstead reads
 * such a text as one value.
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
