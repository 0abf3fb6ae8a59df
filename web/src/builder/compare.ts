// Finds what publishing would change for people who fill in the form.
import { type Definition, type Field, fieldsOf, titleOf } from './definition.ts';

export interface Comparison {
  /** Titles, in the order of the definition that has the fields. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly isReordered: boolean;
}

export function compare(before: Definition, after: Definition): Comparison {
  const old = byName(before);
  const now = byName(after);
  const stayed = [...now].filter(([name]) => old.has(name));
  const order = [...old.keys()].filter((name) => now.has(name));
  return {
    added: titles([...now].filter(([name]) => !old.has(name))),
    removed: titles([...old].filter(([name]) => !now.has(name))),
    changed: titles(stayed.filter(([name, field]) => !isSame(field, old.get(name)))),
    isReordered: stayed.some(([name], i) => name !== order[i]),
  };
}

export const isNothing = ({ added, removed, changed, isReordered }: Comparison): boolean =>
  added.length + removed.length + changed.length === 0 && !isReordered;

const byName = (definition: Definition): ReadonlyMap<string, Field> =>
  new Map(fieldsOf(definition).map(({ field }) => [field.name, field]));

const titles = (fields: readonly (readonly [string, Field])[]): readonly string[] =>
  fields.map(([, field]) => titleOf(field));

/** Compares two fields without their inner fields, which are compared one by one. */
function isSame(field: Field, other: Field | undefined): boolean {
  const own = (each: Field) =>
    JSON.stringify(
      Object.entries(each)
        .filter(([name]) => name !== 'elements' && name !== 'templateElements')
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return other !== undefined && own(field) === own(other);
}
