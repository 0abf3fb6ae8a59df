import type { AREAS } from './areas.ts';
import type { en } from './en/index.ts';

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer Each,
) => void
  ? Each
  : never;

/** All English texts, of every screen. */
export type English = typeof en &
  AllOf<Awaited<ReturnType<(typeof AREAS)[keyof typeof AREAS]['en']>>>;
