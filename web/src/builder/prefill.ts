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

/** Types whose answers fit into the address of a link: no files, no rows, and nothing that is calculated. */
const FITTING: ReadonlySet<string> = new Set([
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'location',
  'barcode',
]);

/** Returns the fields that a link can fill in. */
export const prefillableIn = ({ pages }: Definition): readonly Field[] =>
  pages.flatMap(({ elements }) => fittingIn(elements));

const fittingIn = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => {
    if (field.type === 'panel') return fittingIn(childrenOf(field));
    return FITTING.has(field.type) ? [field] : [];
  });

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
