// Languages and texts. The English texts that every screen needs are part of the shell; other languages, and the texts
// of single screens, are loaded when they are needed.
import { AREAS, type Area } from '#web/locales/areas.ts';
import { en } from '#web/locales/en/index.ts';
import { addTexts, onMissing, showLanguage, texts } from './text-store.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED_AS = 'language';
const BASES = {
  en: async () => en,
  de: async () => (await import('#web/locales/de/index.ts')).de,
} as const;

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** Returns the language in which screens are shown now. */
export const shownLanguage = (): Language => (isLanguage(texts.language) ? texts.language : 'en');

function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}

/** What another language must load too: whether the texts of errors were asked for, and the areas that some screen has used. */
let areErrorsWanted = false;
const wantedAreas = new Set<Area>();
const loaded = new Set<string>();

/** @returns whether it was not loaded before */
async function load(language: Language, part: Area | 'base'): Promise<boolean> {
  const key = `${language} ${part}`;
  if (loaded.has(key)) return false;
  const added = await (part === 'base' ? BASES[language]() : AREAS[part][language]());
  addTexts(language, added);
  loaded.add(key);
  return true;
}

async function loadAll(language: Language): Promise<void> {
  await Promise.all([
    load(language, 'base'),
    ...[...wantedAreas].map((area) => load(language, area)),
  ]);
}

/** Loads the texts of some areas in the current language. They can be shown when it resolves. */
export async function loadTexts(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wantedAreas.add(area);
  await loadAll(shownLanguage());
}

/** Changes the language of screens and screen readers, and remembers it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadAll(language);
  // Stored first: somebody who sees the other language may leave the screen at once.
  localStorage.setItem(STORED_AS, language);
  await speak(language);
}

/** Uses the language of the person's profile, unless one was chosen in this browser. */
export async function followLanguage(language: Language | undefined): Promise<void> {
  if (language === undefined || language === shownLanguage()) return;
  if (localStorage.getItem(STORED_AS) === null) await speak(language);
}

async function speak(language: Language): Promise<void> {
  await loadAll(language);
  showLanguage(language);
  sayLanguage(language);
  if (areErrorsWanted) void loadErrors();
}

/** Loads the texts of errors. Called once the first screen is shown: without a network they have to be here already. */
export function keepErrorTexts(): void {
  areErrorsWanted = true;
  void loadErrors();
}

/** Errors can occur on every screen, and no screen needs their texts to be shown: they are loaded before one is. Never rejects. */
export async function loadErrors(): Promise<void> {
  try {
    const language = shownLanguage();
    // A screen that shows a refusal from before, such as the outbox, now has words for it. English is the server's own.
    if ((await load(language, 'errors')) && language !== 'en') showLanguage(language);
  } catch {
    // A refusal then has the general text.
  }
}

/** Sets the language for screen readers, and the manifest with the name of the installed app. */
function sayLanguage(language: Language): void {
  document.documentElement.lang = language;
  const manifest =
    language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', manifest);
}

/** Starts the translations, with the texts of some areas. Called before anything is shown. */
export async function startI18n(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wantedAreas.add(area);
  // Reports a screen whose route does not name all of its areas: the tests of screens read the console.
  onMissing((key) => reportError(new Error(`There is no text for ${key}`)));
  await speak(preferredLanguage());
}
