// The types of elements that ask nothing: they have no answer, no column and no field under /v2. Browsers load this file
// too.

export const STATIC_TYPES = ['heading', 'instructions'] as const;
export type StaticType = (typeof STATIC_TYPES)[number];

export const isStaticType = (type: unknown): type is StaticType =>
  STATIC_TYPES.some((each) => each === type);
