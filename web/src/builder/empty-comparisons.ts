import { lacksValue, parse } from './conditions.ts';
import { type Definition, fieldsOf, type JsonObject, type Path, textOf } from './definition.ts';

/** The place of a condition without a value, as the server would name it, and the field that it asks about. */
export interface EmptyComparison {
  readonly at: string;
  readonly name: string;
}

interface Holder {
  readonly path: Path;
  readonly holder: JsonObject;
}

/**
 * Returns the conditions that compare with nothing, because their author has not entered a value yet. The engine would
 * read them as a comparison with an empty answer.
 */
export function emptyComparisons(definition: Definition): readonly EmptyComparison[] {
  const pages: readonly Holder[] = definition.pages.map((page, i) => ({ path: [i], holder: page }));
  const fields = fieldsOf(definition).map(({ path, field }) => ({ path, holder: field }));
  return [...pages, ...fields].flatMap(({ path, holder }) => {
    const rows = parse(textOf(holder['visibleIf']))?.rows ?? [];
    const empty = rows.find(lacksValue);
    return empty === undefined
      ? []
      : [{ at: `${placeOf(definition, path)}.visibleIf`, name: empty.field }];
  });
}

/** Returns the place of a page or field in the server's words. */
function placeOf(definition: Definition, path: Path): string {
  const [page = 0, ...inner] = path;
  const holders = inner.map((index, i) => {
    const above = fieldsOf(definition).find(
      (placed) => placed.path.join() === path.slice(0, i + 1).join(),
    );
    const key = above?.field.type === 'paneldynamic' ? 'templateElements' : 'elements';
    return `.${key}[${index}]`;
  });
  return `pages[${page}]${holders.join('')}`;
}
