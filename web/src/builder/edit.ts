// Changes of a definition. Each returns the new definition; one that moves or adds something also returns the path to
// select afterwards.
import { type Fields, lastOf, parentOf, withFieldAt, withFields } from './change-fields.ts';
import {
  childrenKey,
  childrenOf,
  type Definition,
  type Field,
  fieldAt,
  type Json,
  type JsonObject,
  type Page,
  type Path,
} from './definition.ts';
import { freshNames, freshPageName, namesInUse, takenNames } from './names.ts';

export interface Edited {
  readonly definition: Definition;
  readonly path: Path;
}

/** Returns the fields of the page, section or repeating section at a path. */
export const fieldsAt = (definition: Definition, holder: Path): Fields => {
  const field = fieldAt(definition, holder);
  if (field !== undefined) return childrenOf(field);
  return (holder.length === 1 && definition.pages[lastOf(holder)]?.elements) || [];
};

/** Inserts a field at a path. Its names must be free. */
export const insert = (definition: Definition, at: Path, field: Field): Edited => ({
  definition: withFields(definition, parentOf(at), (fields) =>
    fields.toSpliced(lastOf(at), 0, field),
  ),
  path: at,
});

/** Adds a field at the end of the selected page or section, or after the selected field. */
export function addField(definition: Definition, field: Field, selected: Path | undefined): Edited {
  const holder = selected ?? [definition.pages.length - 1];
  const chosen = fieldAt(definition, holder);
  const named = freshNames(field, namesInUse(definition));
  if (chosen !== undefined && childrenKey(chosen.type) === undefined) {
    return insert(definition, [...parentOf(holder), lastOf(holder) + 1], named);
  }
  return insert(definition, [...holder, fieldsAt(definition, holder).length], named);
}

/** Adds a page after the selected one, or at the end. */
export function addPage(definition: Definition, selected: Path | undefined): Edited {
  const index = (selected?.[0] ?? definition.pages.length - 1) + 1;
  const page: Page = { name: freshPageName(definition), elements: [] };
  return {
    definition: { ...definition, pages: definition.pages.toSpliced(index, 0, page) },
    path: [index],
  };
}

/** Removes a field, or a page with all its fields. The last page stays. */
export function remove(definition: Definition, path: Path): Edited {
  if (path.length > 1) {
    const rest = withFields(definition, parentOf(path), (fields) =>
      fields.toSpliced(lastOf(path), 1),
    );
    const left = fieldsAt(rest, parentOf(path)).length;
    const beside = Math.min(lastOf(path), left - 1);
    return { definition: rest, path: left === 0 ? parentOf(path) : [...parentOf(path), beside] };
  }
  if (definition.pages.length < 2) return { definition, path };
  const pages = definition.pages.toSpliced(lastOf(path), 1);
  return { definition: { ...definition, pages }, path: [Math.min(lastOf(path), pages.length - 1)] };
}

/** Inserts a copy right after the field, under names that are not in use. */
export function duplicate(definition: Definition, path: Path): Edited {
  const field = fieldAt(definition, path);
  if (field === undefined) return { definition, path };
  const copy = freshNames(field, namesInUse(definition));
  return insert(definition, [...parentOf(path), lastOf(path) + 1], copy);
}

/** Sets properties of a field or page; undefined removes one. Names, types and the fields of a page stay. */
export function change(
  definition: Definition,
  path: Path,
  properties: Readonly<Record<string, Json | undefined>>,
): Definition {
  if (path.length === 1) {
    const pages = definition.pages.map((page, i) =>
      i === path[0]
        ? { ...withProperties(page, properties), name: page.name, elements: page.elements }
        : page,
    );
    return { ...definition, pages };
  }
  return withFields(definition, parentOf(path), (fields) =>
    fields.map((field, i) =>
      i === lastOf(path)
        ? { ...withProperties(field, properties), name: field.name, type: field.type }
        : field,
    ),
  );
}

export function withProperties(
  holder: JsonObject,
  properties: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const entries = Object.entries({ ...holder, ...properties });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/**
 * Moves a page or field. `up` and `down` move it past its neighbour; at the edge they move it out of the section, or to
 * the next page. `in` moves it to the end of the section right above it, `out` behind the section that holds it.
 * @returns undefined where it cannot move
 */
export function move(definition: Definition, path: Path, direction: Direction): Edited | undefined {
  if (path.length === 1) return movePage(definition, lastOf(path), direction);
  const goal = goalOf(definition, path, direction);
  return goal && relocate(definition, path, goal);
}

/** Moves a field to `goal`, a path of the definition without that field. */
export function relocate(definition: Definition, path: Path, goal: Path): Edited | undefined {
  const field = fieldAt(definition, path);
  if (field === undefined) return undefined;
  const without = withFields(definition, parentOf(path), (fields) =>
    fields.toSpliced(lastOf(path), 1),
  );
  const isSameScope = scopeOf(definition, path) === scopeOf(without, goal);
  return insert(without, goal, isSameScope ? field : freshNames(field, takenNames(without)));
}

/** Returns whether {@link move} would move it. */
export function canMove(definition: Definition, path: Path, direction: Direction): boolean {
  if (path.length > 1) return goalOf(definition, path, direction) !== undefined;
  return pageGoal(definition, lastOf(path), direction) !== undefined;
}

function pageGoal({ pages }: Definition, index: number, direction: Direction): number | undefined {
  const goal = { up: index - 1, down: index + 1, in: -1, out: -1 }[direction];
  return goal < 0 || goal >= pages.length ? undefined : goal;
}

function movePage(definition: Definition, index: number, direction: Direction): Edited | undefined {
  const goal = pageGoal(definition, index, direction);
  return goal === undefined ? undefined : relocatePage(definition, index, goal);
}

/** Moves a page to the index `goal` among the other pages. */
export function relocatePage(
  definition: Definition,
  index: number,
  goal: number,
): Edited | undefined {
  const page = definition.pages[index];
  if (page === undefined) return undefined;
  const pages = definition.pages.toSpliced(index, 1).toSpliced(goal, 0, page);
  return { definition: { ...definition, pages }, path: [goal] };
}

/** Returns the target as a path of the definition without the field. */
function goalOf(definition: Definition, path: Path, direction: Direction): Path | undefined {
  const parent = parentOf(path);
  const isOnPage = parent.length === 1;
  if (direction === 'out') {
    return isOnPage ? undefined : [...parentOf(parent), lastOf(parent) + 1];
  }
  if (direction === 'in') return endOfSectionAbove(definition, path);
  const beside = lastOf(path) + (direction === 'up' ? -1 : 1);
  if (beside >= 0 && beside < fieldsAt(definition, parent).length) return [...parent, beside];
  if (isOnPage) return onOtherPage(definition, lastOf(parent), direction);
  return direction === 'up' ? parent : [...parentOf(parent), lastOf(parent) + 1];
}

function endOfSectionAbove(definition: Definition, path: Path): Path | undefined {
  const above = [...parentOf(path), lastOf(path) - 1];
  const holder = fieldAt(definition, above);
  if (holder === undefined || childrenKey(holder.type) === undefined) return undefined;
  return [...above, childrenOf(holder).length];
}

function onOtherPage(definition: Definition, page: number, way: 'up' | 'down'): Path | undefined {
  const other = definition.pages[way === 'up' ? page - 1 : page + 1];
  if (other === undefined) return undefined;
  return way === 'up' ? [page - 1, other.elements.length] : [page + 1, 0];
}

/** Returns the name of the repeating section around a path; empty outside of any. */
function scopeOf(definition: Definition, path: Path): string {
  for (let length = path.length - 1; length > 1; length -= 1) {
    const holder = fieldAt(definition, path.slice(0, length));
    if (holder?.type === 'paneldynamic') return holder.name;
  }
  return '';
}

/** Puts another field in the position of one, under the same name. */
export const replace = (definition: Definition, path: Path, field: Field): Definition =>
  withFieldAt(definition, path, ({ name }) => ({ ...field, name }));
