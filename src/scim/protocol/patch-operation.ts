import type { Filter } from './filter-tree.ts';
import type { Json } from './json.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { ScimError } from './scim-error.ts';

/** New values of sub-attributes; undefined removes a value. */
export type Parts = ReadonlyMap<ResolvedAttribute, Json | undefined>;

/** The selected elements, and the element that the filter describes, which is created if none matches. */
export type ElementChoice = { readonly filter: Filter; readonly described: Json | undefined };

/**
 * One change of one top-level attribute of the resource or of an extension. Values are already canonical; the verbs are
 * kept only where they make a difference.
 */
export type PatchStep = { readonly attribute: ResolvedAttribute } & (
  | {
      /** Sets the whole attribute; `add` appends to a list. */
      readonly kind: 'assign';
      readonly verb: 'add' | 'replace';
      readonly value: Json | undefined;
    }
  | { readonly kind: 'clear' }
  | {
      /** Removes the elements that these name. */
      readonly kind: 'withdraw';
      readonly elements: readonly Json[];
      /** True when named by a bare text, which has to be the value of an existing element. */
      readonly bare: boolean;
    }
  | {
      /** Changes the given parts of each selected element, or of the one complex value. */
      readonly kind: 'merge';
      readonly verb: 'add' | 'replace' | 'remove';
      readonly choice: ElementChoice | undefined;
      readonly parts: Parts;
    }
  | {
      /** Replaces each selected element by this one, or removes it. */
      readonly kind: 'exchange';
      readonly choice: ElementChoice;
      readonly element: Json | undefined;
      /** True when the element has to exist afterwards: a replace, not a remove. */
      readonly wanted: boolean;
    }
);

/** A step with the index of its operation, for errors. */
export type PatchOperation = { readonly index: number; readonly step: PatchStep };

/** Runs the work of one operation and adds its index to the error. */
export function inOperation<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    const { status, scimType, at, detail } = error;
    throw new ScimError({ status, scimType, at, detail: `Operations[${index}]: ${detail}` });
  }
}
