// Writing to the device's storage takes a moment, and a document that is unloaded has none. What was typed last is put
// into the session storage, which is written synchronously, and read from there afterwards.
import { type Answers, isRecord } from '../offline/merge.ts';

const keyOf = (userId: string, formId: string): string => `unkept/${userId}/${formId}`;

interface Unkept {
  /** Answers by field; null stands for no answer. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** What the screen showed in these fields before: another person may change them until this is read again. */
  readonly seen: Answers;
}

export function putAside(userId: string, formId: string, { changes, seen }: Unkept): void {
  const entries = [...changes].map(([field, value]) => [field, value ?? null]);
  const before = Object.entries(seen).filter(([field]) => changes.has(field));
  const text = JSON.stringify({
    changes: Object.fromEntries(entries),
    seen: Object.fromEntries(before),
  });
  try {
    sessionStorage.setItem(keyOf(userId, formId), text);
  } catch (error) {
    // The quota is exceeded. The device's storage has the answers a moment later, unless the document is unloaded
    // before.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Returns what was put aside, which stays until {@link forgetAside}. */
export function readAside(userId: string, formId: string): Unkept {
  const text = sessionStorage.getItem(keyOf(userId, formId));
  const kept: unknown = text === null ? {} : JSON.parse(text);
  const { changes, seen } = isRecord(kept) ? kept : {};
  return {
    changes: new Map(isRecord(changes) ? Object.entries(changes) : []),
    seen: isRecord(seen) ? seen : {},
  };
}

/** Called once the device has stored what was put aside. */
export const forgetAside = (userId: string, formId: string): void =>
  sessionStorage.removeItem(keyOf(userId, formId));
