import type { Tx } from '#db/database.ts';
import type { Form } from '#forms/form.ts';
import { findVersion } from '#forms/template.store.ts';
import type { TemplateVersion } from '#forms/template.ts';
import { fail } from '#kernel/errors.ts';
import {
  type Marks,
  marksOf,
  type SearchField,
  searchedTexts,
  searchFieldsOf,
} from './answer-texts.ts';
import { readCurrentVersionId } from './search-refill.store.ts';

/** What a version says about searching. It never changes, so that no node can make a kept one wrong. */
interface Searched {
  readonly fields: readonly SearchField[];
  readonly marks: Marks;
  readonly isAny: boolean;
}

/** The most fields that the versions of a template make searchable together: each version keeps the marks of all. */
const MAX_MARKS = 3000;
/** The versions that are kept, the longest unused of which goes first. */
const MOST_KEPT = 100;
const kept = new Map<string, Searched>();

/** What the searched texts of a form are made of. */
export type Searchable = Pick<Form, 'accountId' | 'templateId' | 'templateVersionId' | 'answers'>;

/**
 * Returns the answers of a form that it is found by. The newest version that asks a field decides whether it is
 * searched, in forms of all versions, so that a field stays unsearched when it is first unmarked and then removed.
 */
export async function searchedAnswers(
  tx: Tx,
  { accountId, templateId, templateVersionId, answers }: Searchable,
): Promise<readonly string[]> {
  const own = await searchedBy(tx, accountId, templateVersionId);
  const currentId = (await readCurrentVersionId(tx, accountId, templateId)) ?? templateVersionId;
  const current = await searchedBy(tx, accountId, currentId);
  if (!own.isAny && !current.isAny) return [];
  return searchedTexts(own.fields, current.marks, answers);
}

type Marking = Pick<TemplateVersion, 'definition' | 'fields' | 'searchMarks'>;

/** Returns whether forms are found by other answers with one version of a template than with another one. */
export function changesSearch(before: Marking, after: Marking): boolean {
  const old = allMarks(before);
  const marks = allMarks(after);
  const ids = new Set([...old.keys(), ...marks.keys()]);
  return [...ids].some((id) => (old.get(id) ?? false) !== (marks.get(id) ?? false));
}

/**
 * Returns the marks that a version keeps: of each field that it or a version before made searchable, what the newest
 * version that asks it says.
 * @param current the version before it, undefined for the first one
 * @throws AppError `invalid-definition` when they are more than 3,000
 */
export function nextMarks(
  current: Marking | undefined,
  made: Omit<Marking, 'searchMarks'>,
): TemplateVersion['searchMarks'] {
  const before = current ? allMarks(current) : new Map<string, boolean>();
  const own = marksOf(searchFieldsOf(made));
  const marked = [...before, ...own].filter(([, isSearchable]) => isSearchable);
  const ids = new Set([...Object.keys(current?.searchMarks ?? {}), ...marked.map(([id]) => id)]);
  if (ids.size > MAX_MARKS) {
    const text = `The versions of this template have more than ${MAX_MARKS} searchable fields together. Make fewer new fields searchable, or duplicate the template and publish the copy.`;
    throw fail('invalid-definition', text);
  }
  return Object.fromEntries(
    [...ids].map((id) => [id, own.get(id) ?? before.get(id) ?? false] as const),
  );
}

/** Returns what a version says about the fields that it or a version before asks. */
const allMarks = (version: Marking, fields = searchFieldsOf(version)): Marks =>
  new Map([...Object.entries(version.searchMarks), ...marksOf(fields)]);

async function searchedBy(tx: Tx, accountId: string, id: string): Promise<Searched> {
  const key = `${accountId}/${id}`;
  const known = kept.get(key);
  kept.delete(key);
  const searched = known ?? (await read(tx, accountId, id));
  kept.set(key, searched);
  if (kept.size > MOST_KEPT) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
  return searched;
}

async function read(tx: Tx, accountId: string, id: string): Promise<Searched> {
  const version = await findVersion(tx, accountId, id);
  const fields = version ? searchFieldsOf(version) : [];
  const marks = version ? allMarks(version, fields) : new Map<string, boolean>();
  return { fields, marks, isAny: [...marks.values()].includes(true) };
}
