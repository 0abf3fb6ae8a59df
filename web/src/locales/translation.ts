import type { en } from './en/index.ts';

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** Everything that is said in English: a language that lacks a text doesn't compile. */
export type Translation = Texts<typeof en>;
