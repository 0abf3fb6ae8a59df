// What a reviewer has typed into the fields for office use, until they decide: the buttons are elsewhere on the page.
import type { JsonObject } from '#kernel/json.ts';

export interface Typed {
  /** Marks what is missing or wrong. @returns whether nothing is */
  readonly check: () => boolean;
  readonly answers: () => JsonObject;
}

const open = new Map<string, Typed>();

/** @returns a function to be called once the fields are not shown any more */
export function keepTyped(formId: string, typed: Typed): () => void {
  open.set(formId, typed);
  return () => {
    if (open.get(formId) === typed) open.delete(formId);
  };
}

/** Returns what is typed into the fields of a form; undefined while they are not shown. */
export const typedOf = (formId: string): Typed | undefined => open.get(formId);
