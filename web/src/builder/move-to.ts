// Moves and additions to a chosen position, as dragging and the dialog "Move to" need them. A goal is the path that
// the moved field would push aside: after it a field stands right before the one that stood there.
import { lastOf, parentOf } from './change-fields.ts';
import {
  childrenKey,
  childrenOf,
  type Definition,
  type Field,
  fieldAt,
  fieldsOf,
  type Path,
} from './definition.ts';
import { duplicate, type Edited, insert, relocate, relocatePage, remove } from './edit.ts';
import { freshNames, namesInUse } from './names.ts';

const startsWith = (path: Path, start: Path): boolean =>
  start.every((index, i) => path[i] === index);

/** Returns the goal as a path of the definition without the field at `path`. */
function goalWithout(goal: Path, path: Path): Path {
  const depth = path.length - 1;
  const isBehind = startsWith(goal, parentOf(path)) && (goal[depth] ?? -1) > lastOf(path);
  return isBehind ? goal.with(depth, (goal[depth] ?? 0) - 1) : goal;
}

/**
 * Moves a field, or a page to the index of another one.
 * @returns undefined where nothing would change, and for a section that would be moved into itself
 */
export function moveTo(definition: Definition, path: Path, goal: Path): Edited | undefined {
  const isPage = path.length === 1;
  if (isPage !== (goal.length === 1)) return undefined;
  if (startsWith(goal, path)) return undefined;
  const target = goalWithout(goal, path);
  if (target.join() === path.join()) return undefined;
  if (isPage) return relocatePage(definition, lastOf(path), lastOf(target));
  return relocate(definition, path, target);
}

/** Adds a field at a position, under names that are free. */
export const addAt = (definition: Definition, field: Field, goal: Path): Edited =>
  insert(definition, goal, freshNames(field, namesInUse(definition)));

/** Returns the chosen fields in the order of the form, without those that lie inside of another chosen one. */
export const outermost = (definition: Definition, paths: readonly Path[]): readonly Path[] => {
  const all = fieldsOf(definition).map(({ path }) => path);
  const chosen = all.filter((path) => paths.some((each) => each.join() === path.join()));
  return chosen.filter(
    (path) => !chosen.some((other) => other.length < path.length && startsWith(path, other)),
  );
};

/** A field that stands for the goal while the fields around it move. */
const MARKER: Field = { name: ' goal', type: 'html' };

/** Moves several fields to one position, in the order of the form. @returns undefined where nothing would change */
export function moveAllTo(
  definition: Definition,
  paths: readonly Path[],
  goal: Path,
): Edited | undefined {
  const chosen = outermost(definition, paths);
  if (chosen.some((path) => startsWith(goal, path) && goal.length > path.length)) return undefined;
  // A field keeps its identity while others move, but not its path.
  const fields = chosen.flatMap((path) => fieldAt(definition, path) ?? []);
  let now = insert(definition, goal, MARKER).definition;
  for (const field of fields) {
    const from = pathOf(now, field);
    const to = pathOf(now, MARKER);
    if (from === undefined || to === undefined) continue;
    now = moveTo(now, from, to)?.definition ?? now;
  }
  const end = pathOf(now, MARKER);
  if (end === undefined) return undefined;
  const moved = remove(now, end).definition;
  if (JSON.stringify(moved) === JSON.stringify(definition)) return undefined;
  return { definition: moved, path: end.with(-1, lastOf(end) - fields.length) };
}

const pathOf = (definition: Definition, field: Field): Path | undefined =>
  fieldsOf(definition).find((placed) => placed.field === field)?.path;

/** Copies several fields, each right behind itself. */
export function duplicateAll(definition: Definition, paths: readonly Path[]): Definition {
  // From the last one on, so that the earlier paths stay right.
  return outermost(definition, paths)
    .toReversed()
    .reduce((now, path) => duplicate(now, path).definition, definition);
}

/** Removes several fields. */
export function removeAll(definition: Definition, paths: readonly Path[]): Definition {
  return outermost(definition, paths)
    .toReversed()
    .reduce((now, path) => remove(now, path).definition, definition);
}

/** Copies a page with all its fields, right behind itself. */
export function duplicatePage(definition: Definition, index: number, name: string): Edited {
  const page = definition.pages[index];
  if (page === undefined) return { definition, path: [index] };
  const empty = { ...page, name, elements: [] };
  const pages = definition.pages.toSpliced(index + 1, 0, empty);
  // A section keeps its fields together, so that the copies refer to each other.
  const holder: Field = { name: ' page', type: 'panel', elements: page.elements };
  const copy = freshNames(holder, namesInUse(definition));
  const copied = pages.with(index + 1, { ...empty, elements: childrenOf(copy) });
  return { definition: { ...definition, pages: copied }, path: [index + 1] };
}

/** A position to move to: a page, or a section inside of it. */
export interface Holder {
  readonly path: Path;
  readonly field?: Field;
}

/** Returns the pages and sections that fields can be moved to: not the moved ones, nor what lies in them. */
export function holdersFor(definition: Definition, paths: readonly Path[]): readonly Holder[] {
  const holders = definition.pages.map((_, i): Holder => ({ path: [i] }));
  const sections = fieldsOf(definition).filter(
    ({ path, field }) =>
      childrenKey(field.type) !== undefined && !paths.some((moved) => startsWith(path, moved)),
  );
  return [...holders, ...sections].toSorted((a, b) => comparePaths(a.path, b.path));
}

function comparePaths(a: Path, b: Path): number {
  const at = a.findIndex((index, i) => index !== b[i]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
