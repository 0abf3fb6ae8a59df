// The disk of the device takes a moment, and a page that is left or loaded again has none: what is typed in
// its last moment waits in the tab, where writing is done when it returns.
import { isRecord } from '../offline/merge.ts';

const keyOf = (userId: string, formId: string): string => `unkept/${userId}/${formId}`;

/** Answers by field; null stands for none. */
export function putAside(
  userId: string,
  formId: string,
  changes: ReadonlyMap<string, unknown>,
): void {
  const entries = [...changes].map(([field, value]) => [field, value ?? null]);
  try {
    sessionStorage.setItem(keyOf(userId, formId), JSON.stringify(Object.fromEntries(entries)));
  } catch (error) {
    // Full: the disk has it a moment later, unless the page is gone by then.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function takeBack(userId: string, formId: string): ReadonlyMap<string, unknown> {
  const key = keyOf(userId, formId);
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  const changes: unknown = text === null ? {} : JSON.parse(text);
  return new Map(isRecord(changes) ? Object.entries(changes) : []);
}
