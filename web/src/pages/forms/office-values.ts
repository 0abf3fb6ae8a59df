// What a reviewer has typed into the fields for office use, and their signature, until they decide: the buttons are
// elsewhere on the page.
import type { JsonObject } from '#kernel/json.ts';

interface Marked {
  /** Marks what is missing or wrong. @returns whether nothing is */
  readonly check: () => boolean;
}

export interface Typed extends Marked {
  readonly answers: () => JsonObject;
}

export interface Signing extends Marked {
  /** Uploads the signature. @returns its id */
  readonly send: () => Promise<string>;
}

/** Keeps one thing for each form, as long as its inputs are shown. */
function keeping<T>() {
  const open = new Map<string, T>();
  return {
    of: (formId: string): T | undefined => open.get(formId),
    /** @returns a function to be called once the inputs are not shown any more */
    keep(formId: string, kept: T): () => void {
      open.set(formId, kept);
      return () => {
        if (open.get(formId) === kept) open.delete(formId);
      };
    },
  };
}

/** What is typed into the fields of a form; undefined while they are not shown. */
export const { of: typedOf, keep: keepTyped } = keeping<Typed>();

/** The signature; undefined unless the step asks for one. */
export const { of: signingOf, keep: keepSigning } = keeping<Signing>();
