import type { AREAS } from './areas.ts';
import type { en } from './en/index.ts';

/** The same texts in another language. A missing text does not compile. */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
};

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer Each,
) => void
  ? Each
  : never;

/** All English texts, of every screen. */
export type English = typeof en &
  AllOf<Awaited<ReturnType<(typeof AREAS)[keyof typeof AREAS]['en']>>>;
