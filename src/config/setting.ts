import type { SettingFault, SettingReference } from './setting-reference.ts';
import type { Source } from './source.ts';

/** The value of a text, or what is wrong with it. */
export type Parsed<T> = { readonly value: T } | Omit<SettingFault, 'name'>;

export interface Setting<T> {
  readonly reference: SettingReference;
  /** Returns the value, or the default if unset or faulty; reports a fault to the source. */
  read(source: Source): T;
}

/** Returns a setting that `parse` reads; the kinds below are built on it. */
export function setting<T>(
  reference: SettingReference,
  parse: (text: string) => Parsed<T>,
  fallback: T,
): Setting<T> {
  return {
    reference,
    read(source) {
      const text = source.read(reference);
      if (text === undefined) return fallback;
      const parsed = parse(text);
      if ('value' in parsed) return parsed.value;
      source.complain({ name: reference.name, ...parsed });
      return fallback;
    },
  };
}

/** Returns a setting of one line of text, such as a path. */
export const text = <T>(reference: SettingReference, fallback: T): Setting<string | T> =>
  setting<string | T>(
    reference,
    (value) =>
      CONTROL.test(value)
        ? { problem: 'It contains control characters.', fix: `Write plain text${like(reference)}.` }
        : { value },
    fallback,
  );

/** Returns a setting of a whole number from `min` to `max`; `fixOf` may know a better fix for a wrong value. */
export function integer(
  reference: SettingReference,
  range: { readonly min: number; readonly max: number; readonly fallback: number },
  fixOf?: (value: string) => string | undefined,
): Setting<number> {
  const usualFix = `Give a whole number from ${range.min} to ${range.max}${like(reference)}.`;
  const parse = (value: string): Parsed<number> => {
    const fix = fixOf?.(value) ?? usualFix;
    if (!/^\d{1,15}$/.test(value))
      return { problem: `${shown(value)} is not a whole number.`, fix };
    const number = Number(value);
    if (number < range.min) return { problem: `${number} is below ${range.min}.`, fix };
    if (number > range.max) return { problem: `${number} is above ${range.max}.`, fix };
    return { value: number };
  };
  return setting(reference, parse, range.fallback);
}

/** Returns a setting of a share of all, from 0 to 1. */
export const share = (reference: SettingReference, fallback: number): Setting<number> =>
  setting(
    reference,
    (value) =>
      /^(?:0|1|[01]\.0{1,9}|0?\.\d{1,9})$/.test(value)
        ? { value: Number(value) }
        : {
            problem: `${shown(value)} is not a number from 0 to 1.`,
            fix: `Give a number from 0 (none) to 1 (all)${like(reference)}.`,
          },
    fallback,
  );

/** Returns a setting of one of a few words, compared without case. */
export function choice<const T extends string>(
  reference: SettingReference,
  words: readonly T[],
  fallback: T,
): Setting<T> {
  const parse = (value: string): Parsed<T> => {
    const word = words.find((candidate) => candidate === value.toLowerCase());
    if (word !== undefined) return { value: word };
    return { problem: `${shown(value)} is not one of its values.`, fix: `Give ${orList(words)}.` };
  };
  return setting(reference, parse, fallback);
}

/** Returns a setting of `on` or `off`. */
export function onOff(reference: SettingReference, fallback: boolean): Setting<boolean> {
  const word = choice(reference, ['on', 'off'], fallback ? 'on' : 'off');
  return { reference, read: (source) => word.read(source) === 'on' };
}

/**
 * Returns a value quoted for a fault, unless it may be a misplaced secret: a URL with an @ contains a password, and a
 * master key is longer than any value worth showing.
 */
export function shown(value: string): string {
  return value.includes('@') || value.length > 40 ? 'Its value' : JSON.stringify(value);
}

/** Returns `, for instance …`, the end of a fault's fix. */
export const like = ({ example }: SettingReference): string => `, for instance ${example}`;

const orList = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const CONTROL = /\p{Cc}/u;
