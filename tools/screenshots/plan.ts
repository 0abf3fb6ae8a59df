import { LOOKS } from '../../test/support/web-pages.ts';

/** The data that the pages show: much of it, none yet, or none because the service fails. */
export const SETS = ['full', 'empty', 'faulty'] as const;
export type DataSet = (typeof SETS)[number];

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const WIDE = { width: 1600, height: 1000 };

/** The looks of the page tests, and a large screen. */
export const SCREEN_LOOKS = [
  ...LOOKS,
  { name: 'wide-light', viewport: WIDE, colorScheme: 'light' },
  { name: 'wide-dark', viewport: WIDE, colorScheme: 'dark' },
] as const;
export type ScreenLook = (typeof SCREEN_LOOKS)[number];

/** One session in a browser: everything that is pictured with it has its data, language and look. */
export interface Sitting {
  readonly set: DataSet;
  readonly language: Language;
  readonly look: ScreenLook;
}

/**
 * Returns the wanted ones of the choices, or all of them when none is named.
 * @throws Error for a name that is no choice
 */
export function chosen<T>(
  what: string,
  choices: readonly T[],
  wanted: readonly string[],
  nameOf: (choice: T) => string,
): readonly T[] {
  const names = choices.map(nameOf);
  const unknown = wanted.find((each) => !names.includes(each));
  if (unknown !== undefined) {
    throw new Error(`there is no ${what} ${unknown}; there are ${names.join(', ')}`);
  }
  return choices.filter((choice) => wanted.length === 0 || wanted.includes(nameOf(choice)));
}
