// Templates made with the builder's own functions, with the defaults that it gives a new field.
import {
  type Definition,
  emptyDefinition,
  type JsonObject,
} from '../../web/src/builder/definition.ts';
import { addField, addPage, change } from '../../web/src/builder/edit.ts';
import { type Kind, newField } from '../../web/src/builder/kinds.ts';

/** One field: its kind, its title, its properties, and the fields in it. */
export interface BuiltField {
  readonly kind: Kind;
  readonly title: string;
  readonly name: string;
  readonly more?: JsonObject;
  readonly within?: readonly BuiltField[];
}

/**
 * Builds a template with one page for each list. Conditions come last, as an author writes them: the builder gives no new
 * field a name that a condition has already.
 */
export function buildTemplate(...pages: readonly (readonly BuiltField[])[]): Definition {
  let definition = emptyDefinition();
  for (const [i, fields] of pages.entries()) {
    if (i > 0) ({ definition } = addPage(definition, undefined));
    definition = withFields(definition, fields, [i]);
  }
  for (const [i, fields] of pages.entries()) {
    for (const [j, { more }] of fields.entries()) {
      const visibleIf = more?.['visibleIf'];
      if (visibleIf !== undefined) definition = change(definition, [i, j], { visibleIf });
    }
  }
  return definition;
}

function withFields(
  definition: Definition,
  fields: readonly BuiltField[],
  holder: readonly number[],
): Definition {
  let built = definition;
  for (const [i, { kind, title, name, more = {}, within = [] }] of fields.entries()) {
    const words = {
      title,
      name,
      choices: ['Good', 'Bad'],
      column: { title: 'What', name: 'what' },
    };
    const { visibleIf: _, ...early } = more;
    const field = { ...newField(kind, words), ...early };
    built = addField(built, field, holder).definition;
    built = withFields(built, within, [...holder, i]);
  }
  return built;
}
