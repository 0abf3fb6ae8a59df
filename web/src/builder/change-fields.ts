// Puts other fields into a definition, by their path.
import { childrenKey, childrenOf, type Definition, type Field, type Path } from './definition.ts';

export type Fields = readonly Field[];

export const parentOf = (path: Path): Path => path.slice(0, -1);
export const lastOf = (path: Path): number => path.at(-1) ?? 0;

/** Returns the definition with other fields in the page or field at `holder`. */
export function withFields(
  definition: Definition,
  holder: Path,
  change: (fields: Fields) => Fields,
): Definition {
  const [pageIndex = -1, ...rest] = holder;
  const pages = definition.pages.map((page, i) =>
    i === pageIndex ? { ...page, elements: changeIn(page.elements, rest, change) } : page,
  );
  return { ...definition, pages };
}

function changeIn(fields: Fields, path: Path, change: (fields: Fields) => Fields): Fields {
  const [index, ...rest] = path;
  if (index === undefined) return change(fields);
  return fields.map((field, i) => {
    const key = childrenKey(field.type);
    if (i !== index || key === undefined) return field;
    return { ...field, [key]: changeIn(childrenOf(field), rest, change) };
  });
}

/** Returns the definition with the field at a path changed. */
export const withFieldAt = (
  definition: Definition,
  path: Path,
  change: (field: Field) => Field,
): Definition =>
  withFields(definition, parentOf(path), (fields) =>
    fields.map((each, i) => (i === lastOf(path) ? change(each) : each)),
  );
