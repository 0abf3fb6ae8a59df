import type { BellRow } from './bell.store.ts';

/** A notice names this many things; further ones are counted. */
const MOST_SUBJECTS = 50;

/** Returns the ids that a notice is about, the newest last. */
export function subjectsIn({ subjects }: Pick<BellRow, 'subjects'>): readonly string[] {
  const ids: unknown = JSON.parse(subjects);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Adds ids to those of a notice. `more` says how many of them are new to it. */
export function joinSubjects(
  before: readonly string[],
  added: readonly string[],
): { readonly subjects: readonly string[]; readonly more: number } {
  const known = new Set(before);
  const fresh = [...new Set(added)].filter((id) => !known.has(id));
  return { subjects: [...before, ...fresh].slice(-MOST_SUBJECTS), more: fresh.length };
}
