// Merges answers that two people, or one person on two devices, changed at the same time. Pure.

/** By the name of the question. Values are JSON. */
export type Answers = Readonly<Record<string, unknown>>;

/** A question that both sides changed to different answers. A side is undefined where it has no answer. */
export interface Conflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  /** The merged answers; where there is a conflict they keep mine, so that nothing that was typed is lost meanwhile. */
  readonly answers: Answers;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges question by question: an answer that only one side changed since `base` is taken from that side. Lists of
 * files are united, because adding a photo on one side must not remove one of the other.
 */
export function mergeAnswers(base: Answers, mine: Answers, theirs: Answers): Merged {
  const conflicts: Conflict[] = [];
  const merged: [string, unknown][] = [];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [before, own, other] = [at(base, field), at(mine, field), at(theirs, field)];
    let value = own;
    if (isEqual(own, before)) value = other;
    else if (!isEqual(other, before) && !isEqual(own, other)) {
      const united = uniteFiles(before, own, other);
      value = united ?? own;
      if (united === undefined) conflicts.push({ field, mine: own, theirs: other });
    }
    if (value !== undefined) merged.push([field, value]);
  }
  return { answers: Object.fromEntries(merged), conflicts };
}

/**
 * Returns the answers that both sides had in common when it is unknown whether `sent` arrived: where the server's
 * answer equals the sent one, it did.
 */
export function commonBase(base: Answers, sent: Answers | undefined, theirs: Answers): Answers {
  if (sent === undefined) return base;
  const fields = new Set([...Object.keys(base), ...Object.keys(sent)]);
  const arrived = [...fields].filter((field) => isEqual(at(sent, field), at(theirs, field)));
  return withFields(base, sent, arrived);
}

/** Puts in the chosen answers where both sides differ. */
export function settle(
  answers: Answers,
  conflicts: readonly Conflict[],
  choices: ReadonlyMap<string, 'mine' | 'theirs'>,
): Answers {
  const chosen = conflicts.filter(({ field }) => choices.get(field) === 'theirs');
  return withChanges(answers, new Map(chosen.map(({ field, theirs }) => [field, theirs])));
}

/** Applies changes; undefined removes an answer. */
export function withChanges(answers: Answers, changes: ReadonlyMap<string, unknown>): Answers {
  const changed = new Map(Object.entries(answers));
  for (const [field, value] of changes) {
    if (value === undefined) changed.delete(field);
    else changed.set(field, value);
  }
  return Object.fromEntries(changed);
}

/** Returns the answers with those fields as `others` has them. */
export const withFields = (answers: Answers, others: Answers, fields: Iterable<string>): Answers =>
  withChanges(answers, new Map([...fields].map((field) => [field, at(others, field)])));

/** Returns whether two values are the same JSON; the order of members does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, i) => isEqual(each, b[i]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads own members only: a question may have the name of a member that every object inherits. */
export const at = (answers: Answers, field: string): unknown =>
  Object.hasOwn(answers, field) ? answers[field] : undefined;

interface FileReference {
  readonly id: string;
}

/** Unites lists of files; undefined when one of the values is not such a list. */
function uniteFiles(
  before: unknown,
  mine: unknown,
  theirs: unknown,
): readonly FileReference[] | undefined {
  const [old, own, other] = [before ?? [], mine ?? [], theirs ?? []];
  if (!isFileList(old) || !isFileList(own) || !isFileList(other)) return undefined;
  if (old.length + own.length + other.length === 0) return undefined;
  const has = (list: readonly FileReference[], { id }: FileReference) =>
    list.some((each) => each.id === id);
  const kept = own.filter((file) => !has(old, file) || has(other, file));
  return [...kept, ...other.filter((file) => !has(old, file) && !has(own, file))];
}

const isFileList = (value: unknown): value is readonly FileReference[] =>
  Array.isArray(value) &&
  value.every(
    (each) => isRecord(each) && typeof each['id'] === 'string' && typeof each['type'] === 'string',
  );
