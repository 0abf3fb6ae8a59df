// Answers that a public link brings along. Their values are entered in the form itself, reduced to the chosen fields.
import {
  childrenOf,
  type Definition,
  type Field,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from './definition.ts';

/** Types whose answers fit into the address of a link, which people and cameras have to read. */
const FITTING: ReadonlySet<string> = new Set([
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'imagepicker',
  'ranking',
  'slider',
  'location',
  'barcode',
]);

/** Types whose answers are files or rows, which do not fit there. */
const TOO_LARGE: ReadonlySet<string> = new Set([
  'file',
  'signaturepad',
  'sketch',
  'matrixdynamic',
  'matrixdropdown',
  'matrix',
  'paneldynamic',
]);

/** Returns the fields that a link can fill in. */
export const prefillableIn = (definition: Definition): readonly Field[] =>
  ofTypes(definition, FITTING);

/** Returns the fields that people answer and no link can fill in. */
export const unfitForLinks = (definition: Definition): readonly Field[] =>
  ofTypes(definition, TOO_LARGE);

function ofTypes({ pages }: Definition, types: ReadonlySet<string>): readonly Field[] {
  const among = (fields: readonly Field[]): readonly Field[] =>
    fields.flatMap((field) => {
      if (field.type === 'panel') return among(childrenOf(field));
      return types.has(field.type) ? [field] : [];
    });
  return pages.flatMap(({ elements }) => among(elements));
}

/** Returns a form of these fields alone: each is shown, empty, open, and has to be answered. */
export function prefillForm(definition: Definition, names: readonly string[]): Definition {
  const { locale } = definition;
  const elements = prefillableIn(definition)
    .filter(({ name }) => names.includes(name))
    .map(opened);
  return { ...(locale !== undefined && { locale }), pages: [{ name: 'prefill', elements }] };
}

/** Properties that ask other fields, or that fill in or lock the answer. */
const ASKING = /(?:If|Expression)$|^(?:defaultValue|readOnly|visible)$/;

/** Returns the field without what depends on fields that are not here. */
function opened({ name, type, ...rest }: Field): Field {
  const { choices, validators, ...own } = without(rest);
  return {
    ...own,
    name,
    type,
    isRequired: true,
    ...(isList(choices) && { choices: choices.map(openedChoice) }),
    ...(isList(validators) && { validators: validators.filter(isOwnRule) }),
  };
}

const without = (holder: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(holder).filter(([name]) => !ASKING.test(name)));

const openedChoice = (choice: Json): Json => (isObject(choice) ? without(choice) : choice);

const isOwnRule = (validator: Json): boolean =>
  isObject(validator) && !String(validator['type']).startsWith('expression');
