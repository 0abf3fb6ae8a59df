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
  type Json,
  type JsonObject,
  type Path,
  textOf,
} from './definition.ts';

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
  const renamed = new Map<string, string>();
  const rename = (each: Field): Field => {
    const name = freshName(each.name, taken);
    taken.add(name.toLowerCase());
    if (name !== each.name) renamed.set(each.name, name);
    const key = childrenKey(each.type);
    if (key === undefined) return { ...each, name };
    return { ...each, name, [key]: childrenOf(each).map(rename) };
  };
  let copy = rename(field);
  for (const [from, to] of renamed) {
    const changed = withReferences(copy, [
      (text) => renameIn(text, '', from, to),
      (text) => renameIn(text, 'panel.', from, to),
    ]);
    copy = { ...changed, name: copy.name, type: copy.type };
  }
  return copy;
}

type Rewrite = (text: string) => string;

const REFERRING = /(?:If|Expression|expression|[tT]itle|description)$/;

/** With every text that can name a field rewritten; values of choices and names are none. */
function withReferences(holder: JsonObject, rewrites: readonly Rewrite[]): JsonObject {
  const rewritten = (value: Json, refers: boolean): Json => {
    if (typeof value === 'string') {
      return refers ? rewrites.reduce((text, rewrite) => rewrite(text), value) : value;
    }
    if (isList(value)) return value.map((each) => rewritten(each, refers));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) =>
        each === undefined ? [] : [[key, rewritten(each, refers || REFERRING.test(key))]],
      ),
    );
  };
  const result = rewritten(holder, false);
  return isObject(result) ? result : holder;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `{site}`, `{site.city}` and `{site[0].x}` all name `site`. `before` is `panel.` or `row.` inside of rows. */
function renameIn(text: string, before: string, from: string, to: string): string {
  const reference = new RegExp(`(\\{\\s*${escaped(before)})${escaped(from)}(?=\\s*\\}|[.[])`, 'gi');
  return text.replaceAll(reference, (_, start: string) => start + to);
}

/** A member of rows, named from outside: `{items[0].qty}` and `sumInArray({items}, 'qty')`. */
function renameMember(text: string, holder: string, from: string, to: string): string {
  const member = new RegExp(
    `(\\{\\s*${escaped(holder)}\\[[^\\]{}]*\\]\\.)${escaped(from)}(?=\\s*\\}|[.[])`,
    'gi',
  );
  const argument = new RegExp(
    `(InArray(?:If)?\\(\\s*\\{\\s*${escaped(holder)}\\s*\\}\\s*,\\s*(['"]))${escaped(from)}(?=\\2)`,
    'gi',
  );
  return text
    .replaceAll(member, (_, start: string) => start + to)
    .replaceAll(argument, (_, start: string) => start + to);
}

/** Renames a field and whatever names it: conditions, calculations, texts. */
export function renameField(definition: Definition, path: Path, to: string): Definition {
  const field = fieldAt(definition, path);
  if (field === undefined || field.name === to || to === '') return definition;
  const holder = rowsAround(definition, path);
  const rewrites: readonly Rewrite[] =
    holder === undefined
      ? [(text) => renameIn(text, '', field.name, to)]
      : [
          (text) => renameIn(text, 'panel.', field.name, to),
          (text) => renameMember(text, holder.name, field.name, to),
        ];
  return named(rewritten(definition, rewrites), path, to);
}

function rewritten(definition: Definition, rewrites: readonly Rewrite[]): Definition {
  const result = withReferences(definition, rewrites);
  // Only texts have changed: the pages are where they were.
  return { ...result, pages: definition.pages.map((page) => pageWith(page, rewrites)) };
}

function pageWith(page: Definition['pages'][number], rewrites: readonly Rewrite[]) {
  const elements = page.elements.map((each) => ({
    ...withReferences(each, rewrites),
    name: each.name,
    type: each.type,
  }));
  return { ...withReferences(page, rewrites), name: page.name, elements };
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

function rowsAround(definition: Definition, path: Path): Field | undefined {
  for (let length = path.length - 1; length > 1; length -= 1) {
    const holder = fieldAt(definition, path.slice(0, length));
    if (holder?.type === 'paneldynamic') return holder;
  }
  return undefined;
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
    if (rows === undefined) return [{ name: field.name, field }];
    return rows === own ? [{ name: `panel.${field.name}`, field }] : [];
  });
}

/** The names of the columns of a table, and of the fields of a repeating section. */
export function membersOf(field: Field): readonly string[] {
  if (field.type === 'paneldynamic') return childrenOf(field).map(({ name }) => name);
  const { columns } = field;
  return isList(columns)
    ? columns.flatMap((column) => (isObject(column) ? [textOf(column['name'])] : []))
    : [];
}
