import type { Filter } from './filter-tree.ts';
import type { Json } from './json.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import { ScimError } from './scim-error.ts';

/** Sub-attributes and what they become, undefined for none. */
export type Parts = ReadonlyMap<ResolvedAttribute, Json | undefined>;

/** Which elements, and the one that the filter describes by itself, for when there is none. */
export type ElementChoice = { readonly filter: Filter; readonly described: Json | undefined };

/**
 * One thing to do to one attribute at the top of the resource or of an extension. Values are canonical already; the
 * three verbs are told apart only where they differ.
 */
export type PatchStep = { readonly attribute: ResolvedAttribute } & (
  | {
      /** The whole attribute: a list is joined by `add`, everything else takes the value. */
      readonly kind: 'assign';
      readonly verb: 'add' | 'replace';
      readonly value: Json | undefined;
    }
  | { readonly kind: 'clear' }
  | {
      /** These elements go, wherever they are the same. */
      readonly kind: 'withdraw';
      readonly elements: readonly Json[];
      /** Named by a bare text, which has to be the value of one that is there. */
      readonly bare: boolean;
    }
  | {
      /** In each chosen element, or in the one complex value, the parts change and the others stay. */
      readonly kind: 'merge';
      readonly verb: 'add' | 'replace' | 'remove';
      readonly choice: ElementChoice | undefined;
      readonly parts: Parts;
    }
  | {
      /** Each chosen element becomes this one, or goes. */
      readonly kind: 'exchange';
      readonly choice: ElementChoice;
      readonly element: Json | undefined;
      /** To be there in any case: a replace, not a remove. */
      readonly wanted: boolean;
    }
);

/** A step and its place in the request, for errors. */
export type PatchOperation = { readonly index: number; readonly step: PatchStep };

/** Runs what belongs to one operation, so that an error says which it was. */
export function inOperation<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    const { status, scimType, at, detail } = error;
    throw new ScimError({ status, scimType, at, detail: `Operations[${index}]: ${detail}` });
  }
}
