// What is known of the forms that are kept ahead, for every tab. It is small, and it is no answer of anybody.
import { nameOf, type Person } from './store.ts';

export interface WorkSet {
  /** When the server was last asked, in milliseconds since 1970. */
  readonly at: number;
  /** The ids of the open forms that can be filled in without a network. */
  readonly ready: readonly string[];
  /** The number of the person's open forms. */
  readonly count: number;
  /** The number of assignments that can begin without a network. */
  readonly work?: number;
  /** Not all of them are here, because the device has no more room. */
  readonly isFull: boolean;
  /** The templates that forms can be begun from without a network are all of the person's. */
  readonly hasAllTemplates?: boolean;
}

const listeners = new Set<() => void>();
const keyOf = (person: Person): string => `work-set/${nameOf(person)}`;

export function noteWorkSet(person: Person, set: WorkSet | undefined): void {
  if (set === undefined) localStorage.removeItem(keyOf(person));
  else localStorage.setItem(keyOf(person), JSON.stringify(set));
  for (const listener of listeners) listener();
}

/** Returns the stored text, which stays the same as long as nothing changes. */
export const workSetText = (person: Person): string | null => localStorage.getItem(keyOf(person));

/** Returns what is known; undefined before the server was asked for the first time. */
export function workSetIn(text: string | null): WorkSet | undefined {
  if (text === null) return undefined;
  const set: WorkSet = JSON.parse(text);
  return set;
}

/** Calls the listener after each change, also one by another tab. @returns a function that stops this */
export function listenForWorkSet(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
