import type { Because } from '#kernel/errors.ts';

/** A part of a request that is wrong, and why. */
export interface Fault {
  /** The position as a person would write it: `members[0].value`; undefined for the whole. */
  readonly at: string | undefined;
  readonly detail: string;
  readonly because: Because;
}

/** The names of members and indexes of elements, from the whole to the part. */
export type Position = readonly (string | number)[];

/** @param what the end of the sentence that begins with the position: `is needed` */
export function faultAt(position: Position, what: string, because: Because): Fault {
  const text = position
    .map((step) => String(step).slice(0, 100))
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
  const at = text === '' ? undefined : text;
  return { at, detail: `${at ?? 'The body'} ${what}.`, because };
}

/** Returns a member or element; undefined where there is none, or only an inherited one. */
export function property(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
