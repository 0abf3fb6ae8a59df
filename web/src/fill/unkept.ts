// Writing to the device's storage takes a moment, and a document that is unloaded has none. What was typed last is put
// into the session storage, which is written synchronously, and taken from there afterwards.
import { isRecord } from '../offline/merge.ts';

const keyOf = (userId: string, formId: string): string => `unkept/${userId}/${formId}`;

/** Stores answers by field; null stands for no answer. */
export function putAside(
  userId: string,
  formId: string,
  changes: ReadonlyMap<string, unknown>,
): void {
  const entries = [...changes].map(([field, value]) => [field, value ?? null]);
  try {
    sessionStorage.setItem(keyOf(userId, formId), JSON.stringify(Object.fromEntries(entries)));
  } catch (error) {
    // The quota is exceeded. The device's storage has the answers a moment later, unless the document is unloaded
    // before.
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
