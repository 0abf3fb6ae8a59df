// What people with a public link have of the shared lists of its form.
import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import {
  findList,
  groupsOf,
  hasRight,
  type List,
  type PublicRow,
  readPublicRows,
} from '#lists/index.ts';
import { listIn, questionsOf, textIn } from '#questionnaires/definition/questions.ts';
import { withoutReview } from '#questionnaires/definition/review-policy.ts';
import { listIdsIn } from './lists-in.ts';
import type { ListOfLinks } from './public-list.shapes.ts';

/** Lists whose rows go along with the form, so that people can choose without a network: how many, and how large. */
const LISTS_ALONG = 5;
const ROWS_ALONG = 100;
const BYTES_ALONG = 65_536;

export interface OpenDefinition {
  /** Without its reviewers, and without what refers to columns that are not public: neither the page nor the server follows it. */
  readonly definition: JsonObject;
  /** The lists of the definition that are public, by id. */
  readonly lists: ReadonlyMap<string, List>;
}

/**
 * Returns a definition as people with a public link fill it in. The page and the server both use this one, so that they
 * agree on which rows fit.
 */
export async function openDefinition(
  db: Reader,
  accountId: string,
  definition: JsonObject,
): Promise<OpenDefinition> {
  const shown = withoutReview(definition);
  const all = await listsIn(db, accountId, shown);
  if (all.size === 0) return { definition: shown, lists: new Map() };
  const lists = new Map<string, List>();
  for (const [id, list] of all) if (isPublic(list)) lists.set(id, list);
  const changed = new Map<JsonObject, JsonObject>();
  for (const { question, type } of questionsOf(shown)) {
    if (type === 'sharedlist') changed.set(question, withPublicColumns(question, lists));
  }
  return { definition: replaced(shown, changed), lists };
}

/** Returns the ids of the lists of a definition that people with a public link cannot use. */
export async function closedLists(
  db: Reader,
  accountId: string,
  definition: JsonObject,
): Promise<ReadonlySet<string>> {
  const all = await listsIn(db, accountId, definition);
  return new Set([...all].flatMap(([id, list]) => (isPublic(list) ? [] : [id])));
}

/**
 * Returns the lists of a definition that people with a public link cannot use as the form means it: those that are not
 * public, and those of which it uses other columns. The viewer is told the names of lists that they may use.
 */
export async function describeClosed(
  deps: { readonly directory: GroupsOfUser },
  db: Reader,
  viewer: Viewer,
  definition: JsonObject,
): Promise<readonly ListOfLinks[]> {
  const all = await listsIn(db, viewer.accountId, definition);
  if (all.size === 0) return [];
  const groupIds = await groupsOf(deps, db, viewer);
  const used = columnsIn(definition);
  return [...all].flatMap(([id, list]): readonly ListOfLinks[] => {
    const hidden = (list?.columns ?? []).filter(
      ({ key }) => used.get(id)?.has(key) === true && list?.publicColumns.includes(key) === false,
    );
    if (isPublic(list) && hidden.length === 0) return [];
    const isKnown = list !== undefined && hasRight(viewer, list, 'use', groupIds);
    const open = { isPublic: isPublic(list), hiddenColumns: hidden.length };
    if (!isKnown) return [{ ...open, columns: [], mayManage: false }];
    const columns = hidden.map(({ label }) => label);
    const mayManage = hasRight(viewer, list, 'manage', groupIds);
    return [{ ...open, id, name: list.name, columns, mayManage }];
  });
}

/** A list as the form of a public link has it. */
export interface ListAlong {
  readonly id: string;
  /** Undefined: there are too many to go along, so that the page searches for them. */
  readonly rows: readonly PublicRow[] | undefined;
}

/** Returns the public lists of a form, small ones with all their rows. */
export async function listsAlong(
  db: Reader,
  lists: ReadonlyMap<string, List>,
): Promise<readonly ListAlong[]> {
  const along: ListAlong[] = [];
  for (const [id, list] of lists) {
    const isAsked = along.length < LISTS_ALONG;
    const rows = isAsked ? await readPublicRows(db, list, ROWS_ALONG) : undefined;
    const isSmall = rows !== undefined && Buffer.byteLength(JSON.stringify(rows)) <= BYTES_ALONG;
    along.push({ id, rows: isSmall ? rows : undefined });
  }
  return along;
}

async function listsIn(
  db: Reader,
  accountId: string,
  definition: JsonObject,
): Promise<ReadonlyMap<string, List | undefined>> {
  const lists = new Map<string, List | undefined>();
  for (const id of listIdsIn(definition)) lists.set(id, await findList(db, accountId, id));
  return lists;
}

const isPublic = (list: List | undefined): list is List =>
  list !== undefined && list.publicColumns.length > 0;

/** Returns the columns that narrow a list or fill in fields, by the id of the list. */
function columnsIn(definition: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, Set<string>>();
  for (const { question, type } of questionsOf(definition)) {
    if (type !== 'sharedlist') continue;
    const named = [member(question, 'filterColumn'), ...listIn(question, 'fillIn').map(columnOf)];
    const known = columns.get(textIn(question, 'list')) ?? new Set();
    for (const each of named) if (typeof each === 'string') known.add(each);
    columns.set(textIn(question, 'list'), known);
  }
  return columns;
}

const columnOf = (filled: JsonValue): JsonValue | undefined =>
  isObject(filled) ? member(filled, 'column') : undefined;

/** Returns a choice from a list without what refers to columns that are not public. */
function withPublicColumns(question: JsonObject, lists: ReadonlyMap<string, List>): JsonObject {
  const columns: readonly unknown[] = lists.get(textIn(question, 'list'))?.publicColumns ?? [];
  const { filterColumn, filterField, fillIn: _, ...others } = question;
  const fillIn = listIn(question, 'fillIn').filter((each) => columns.includes(columnOf(each)));
  const isNarrowed = filterField !== undefined && columns.includes(filterColumn);
  return {
    ...others,
    ...(isNarrowed && { filterColumn, filterField }),
    ...(fillIn.length > 0 && { fillIn }),
  };
}

/** Returns a value with other objects in place of some of its objects. */
function replaced(value: JsonObject, by: ReadonlyMap<JsonObject, JsonObject>): JsonObject {
  const own = by.get(value);
  if (own !== undefined) return own;
  const of = (each: JsonValue): JsonValue => {
    if (isList(each)) return each.map(of);
    return isObject(each) ? replaced(each, by) : each;
  };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, of(each)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
