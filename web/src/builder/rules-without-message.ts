import {
  type Definition,
  fieldsOf,
  isList,
  isObject,
  type JsonObject,
  titleOf,
} from './definition.ts';

/** Returns the titles of the fields that have a rule without a message. Their authors alone know what to write. */
export const rulesWithoutMessage = (definition: Definition): readonly string[] =>
  fieldsOf(definition)
    .filter(({ field }) => [field, ...listOf(field, 'columns')].some(hasSilentRule))
    .map(({ field }) => titleOf(field));

const hasSilentRule = (holder: JsonObject): boolean =>
  listOf(holder, 'validators').some(
    ({ type, text }) => /^expression/.test(String(type)) && (text === undefined || text === ''),
  );

const listOf = (holder: JsonObject, name: string): readonly JsonObject[] => {
  const list = holder[name];
  return isList(list) ? list.filter(isObject) : [];
};
