import { childrenOf, type Definition, type Field, isTable, type Path } from './definition.ts';
import { change } from './edit.ts';
import { kindOf } from './kinds.ts';
import { PROPERTIES_OF } from './properties.ts';

/** A question by whose answers forms can be found. */
export interface Markable {
  readonly path: Path;
  readonly field: Field;
  readonly isMarked: boolean;
}

/** Returns the questions by whose answers forms can be found, outside of tables, in the order of the form. */
export const markablesIn = ({ pages }: Definition): readonly Markable[] =>
  pages.flatMap(({ elements }, page) => inside(elements, [page]));

const inside = (fields: readonly Field[], holder: Path): readonly Markable[] =>
  fields.flatMap((field, i) => {
    const path = [...holder, i];
    if (isTable(field.type)) return [];
    const kind = kindOf(field);
    const canBeMarked =
      kind !== undefined && PROPERTIES_OF[kind].some(({ name }) => name === 'searchable');
    const own = canBeMarked ? [{ path, field, isMarked: field['searchable'] === true }] : [];
    return [...own, ...inside(childrenOf(field), path)];
  });

/** Marks these questions, and no others. */
export const markOnly = (definition: Definition, paths: ReadonlySet<string>): Definition =>
  markablesIn(definition).reduce(
    (changed, { path, isMarked }) =>
      paths.has(String(path)) === isMarked
        ? changed
        : change(changed, path, { searchable: isMarked ? undefined : true }),
    definition,
  );
