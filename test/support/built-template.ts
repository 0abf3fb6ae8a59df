// Templates made with the builder's own functions, with the defaults that it gives a new field.
import { type Definition, emptyDefinition, type JsonObject } from '#web/builder/definition.ts';
import { addField, addPage } from '#web/builder/edit.ts';
import { type Kind, newField } from '#web/builder/kinds.ts';

/** One field: its kind, its title, its properties, and the fields in it. */
export interface BuiltField {
  readonly kind: Kind;
  readonly title: string;
  readonly name: string;
  readonly more?: JsonObject;
  readonly within?: readonly BuiltField[];
}

/** Builds a template with one page for each list. */
export function buildTemplate(...pages: readonly (readonly BuiltField[])[]): Definition {
  let definition = emptyDefinition();
  for (const [i, fields] of pages.entries()) {
    if (i > 0) ({ definition } = addPage(definition, undefined));
    definition = withFields(definition, fields, [i]);
  }
  return withMore(definition, new Map(pages.flat().flatMap(propertiesIn)));
}

/**
 * Adds the properties last: the builder gives a new field another name than one that a condition refers to, and tests
 * name fields in conditions before they are there.
 */
const withMore = (definition: Definition, more: ReadonlyMap<string, JsonObject>): Definition =>
  JSON.parse(JSON.stringify(definition), (_, value) =>
    value?.type === undefined ? value : { ...value, ...more.get(value.name) },
  );

const propertiesIn = (field: BuiltField): readonly (readonly [string, JsonObject])[] => [
  [field.name, field.more ?? {}],
  ...(field.within ?? []).flatMap(propertiesIn),
];

function withFields(
  definition: Definition,
  fields: readonly BuiltField[],
  holder: readonly number[],
): Definition {
  let built = definition;
  for (const [i, { kind, title, name, within = [] }] of fields.entries()) {
    const words = {
      title,
      name,
      choices: ['Good', 'Bad'],
      column: { title: 'What', name: 'what' },
    };
    built = addField(built, newField(kind, words), holder).definition;
    built = withFields(built, within, [...holder, i]);
  }
  return built;
}
