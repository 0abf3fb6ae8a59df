// Writing to the device's storage takes a moment, and a document that is unloaded has none. What was typed last is put
// into the local storage, which is written synchronously and outlives the tab, and read from there afterwards.
import type { Draft } from './draft.ts';
import { type Answers, at, isEqual, isRecord } from './merge.ts';

const keyOf = (userId: string, formId: string): string => `unkept/${userId}/${formId}`;

interface Unkept {
  /** Answers by field; null stands for no answer. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** What the screen showed in these fields before: another person may change them until this is read again. */
  readonly seen: Answers;
  /** Texts in fields that cannot be read as an answer, by the path of that answer. */
  readonly unread: Readonly<Record<string, string>>;
}

export function putAside(userId: string, formId: string, unkept: Unkept): void {
  const { changes, seen, unread } = unkept;
  const entries = [...changes].map(([field, value]) => [field, value ?? null]);
  const before = Object.entries(seen).filter(([field]) => changes.has(field));
  const text = JSON.stringify({
    changes: Object.fromEntries(entries),
    seen: Object.fromEntries(before),
    unread,
    at: Date.now(),
  });
  try {
    localStorage.setItem(keyOf(userId, formId), text);
  } catch (error) {
    // The quota is exceeded. The device's storage has the answers a moment later, unless the document is unloaded
    // before.
    if (!(error instanceof DOMException)) throw error;
  }
}

/**
 * Returns what was put aside for a draft and still counts, which stays until {@link forgetAside}. The device often stores
 * an answer even so, while the document is unloaded, and another tab may have changed one since.
 */
export function readAside(userId: string, { formId, answers, changedAt }: Draft): Unkept {
  const text = localStorage.getItem(keyOf(userId, formId));
  const kept: unknown = text === null ? {} : JSON.parse(text);
  const { changes, seen, unread, at: putAt } = isRecord(kept) ? kept : {};
  const before = isRecord(seen) ? seen : {};
  const isOlder = typeof putAt === 'number' && putAt < changedAt;
  const counts = ([field, value]: readonly [string, unknown]) =>
    !isEqual(value ?? undefined, at(answers, field)) &&
    (!isOlder || isEqual(at(before, field), at(answers, field)));
  return {
    changes: new Map(isRecord(changes) ? Object.entries(changes).filter(counts) : []),
    seen: before,
    unread: Object.fromEntries(
      isRecord(unread) && !isOlder
        ? Object.entries(unread).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          )
        : [],
    ),
  };
}

/** Returns whether a draft has more than its answers: some that were put aside, or texts that cannot be read as one. */
export function holdsMoreThanAnswers(userId: string, draft: Draft): boolean {
  const { changes, unread } = readAside(userId, draft);
  return changes.size > 0 || Object.keys({ ...draft.unread, ...unread }).length > 0;
}

/** Called once the device has stored what was put aside, or has no more of the form. */
export const forgetAside = (userId: string, formId: string): void =>
  localStorage.removeItem(keyOf(userId, formId));

/** Removes what was put aside of all forms of a person. */
export function forgetAllAside(userId: string): void {
  const prefix = keyOf(userId, '');
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}
