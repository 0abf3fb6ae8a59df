// Names of fields: where answers are kept, and what expressions call them. People read titles.
import {
  childrenKey,
  childrenOf,
  type Definition,
  type Field,
  fieldAt,
  fieldsOf,
  isList,
  isObject,
  type Path,
  textOf,
} from './definition.ts';
import { fieldTarget, renaming, rewriteForm, rowsAround, type Scope } from './references.ts';

const MAX_LENGTH = 60;

/** `Work site №1` → `work_site_1`. Empty when nothing of it can stay. */
export const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^_+|_+$/g, '');

/** The name itself, or with the first number that makes it differ, without regard to case. */
export function freshName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  const stem = wanted.replace(/_?\d+$/, '') || 'field';
  for (let i = 2; ; i += 1) {
    if (!taken.has(`${stem}_${i}`.toLowerCase())) return `${stem}_${i}`;
  }
}

/** Every name of the form, also those of repeated fields, so that none can be mistaken for another. */
export const takenNames = (definition: Definition): Set<string> =>
  new Set(fieldsOf(definition).map(({ field }) => field.name.toLowerCase()));

export function freshPageName({ pages }: Definition): string {
  const taken = new Set(pages.map(({ name }) => name.toLowerCase()));
  return freshName(`page${pages.length + 1}`, taken);
}

/** The field and all that it holds, under names that the definition does not have yet; what they say of each other follows. */
export function freshNames(definition: Definition, field: Field): Field {
  const taken = takenNames(definition);
  let copy: Definition = { pages: [{ name: '', elements: [field] }] };
  for (const { path, field: each } of fieldsOf(copy)) {
    const name = freshName(each.name, new Set([...taken, ...takenBut(copy, each.name)]));
    taken.add(name.toLowerCase());
    if (name === each.name) continue;
    const target = fieldTarget(copy, path, each);
    // It may be one of an entry that is not copied with it.
    const ofEntry = ['panel\\.', 'prevPanel\\.', 'nextPanel\\.'];
    const before = (scope: Scope) => [
      ...target.before(scope),
      ...(target.holder === undefined && scope.rows.length === 0 ? ofEntry : []),
    ];
    copy = named(rewriteForm(copy, renaming({ ...target, before }, name)), path, name);
  }
  return copy.pages[0]?.elements[0] ?? field;
}

function takenBut(definition: Definition, name: string): ReadonlySet<string> {
  const taken = takenNames(definition);
  taken.delete(name.toLowerCase());
  return taken;
}

/** Renames a field and whatever names it: conditions, calculations, texts. */
export function renameField(definition: Definition, path: Path, to: string): Definition {
  const field = fieldAt(definition, path);
  if (field === undefined || field.name === to || to === '') return definition;
  const target = fieldTarget(definition, path, field);
  const followed = rewriteForm(definition, renaming(target, to));
  return named(followed, path, to);
}

function named(definition: Definition, path: Path, name: string): Definition {
  const [pageIndex, ...rest] = path;
  const rename = (fields: readonly Field[], [index, ...deeper]: Path): readonly Field[] =>
    fields.map((field, i) => {
      if (i !== index) return field;
      const key = childrenKey(field.type);
      if (deeper.length === 0 || key === undefined) return { ...field, name };
      return { ...field, [key]: rename(childrenOf(field), deeper) };
    });
  const pages = definition.pages.map((page, i) =>
    i === pageIndex ? { ...page, elements: rename(page.elements, rest) } : page,
  );
  return { ...definition, pages };
}

export interface Reference {
  /** As an expression spells it, without the braces. */
  readonly name: string;
  readonly field: Field;
}

/** What an expression at `path` may name: fields of the form, and those of its own row. */
export function referencesAt(definition: Definition, path: Path): readonly Reference[] {
  const own = rowsAround(definition, path);
  return fieldsOf(definition).flatMap((placed) => {
    const { field } = placed;
    if (field.type === 'panel' || placed.path.join() === path.join()) return [];
    const rows = rowsAround(definition, placed.path);
    if (rows !== undefined && rows !== own) return [];
    return [{ name: referenceTo(definition, placed.path, field), field }];
  });
}

/** What expressions near it call the field: within its own entry, if it stands in a repeating section. */
export function referenceTo(definition: Definition, path: Path, field: Field): string {
  return rowsAround(definition, path) === undefined ? field.name : `panel.${field.name}`;
}

/** The names of the columns of a table, and of the fields of a repeating section. */
export function membersOf(field: Field): readonly string[] {
  if (field.type === 'paneldynamic') return childrenOf(field).map(({ name }) => name);
  const { columns } = field;
  return isList(columns)
    ? columns.flatMap((column) => (isObject(column) ? [textOf(column['name'])] : []))
    : [];
}
