import type { TemplateVersion } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { type Marks, marksOf, searchFieldsOf } from './answer-texts.ts';

/** The limit for the searchable fields of all versions of a template, because each version stores the marks of all. */
const MAX_MARKS = 3000;

export type Marking = Pick<TemplateVersion, 'definition' | 'fields' | 'searchMarks'>;

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
export const allMarks = (version: Marking, fields = searchFieldsOf(version)): Marks =>
  new Map([...Object.entries(version.searchMarks), ...marksOf(fields)]);
