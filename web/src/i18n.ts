// Languages and texts: what every page needs comes with the shell, in English; other languages and the
// texts of a page are loaded when they are wanted.
import { AREAS, type Area } from './locales/areas.ts';
import { en } from './locales/en/index.ts';
import { addTexts, onMissing, showLanguage, texts } from './text-store.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED_AS = 'language';
const BASES = {
  en: async () => en,
  de: async () => (await import('./locales/de/index.ts')).de,
} as const;

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** That pages are shown in now. */
export const shownLanguage = (): Language => (isLanguage(texts.language) ? texts.language : 'en');

function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}

/** The areas that some page asked for: another language has to bring them too. Anything may fail anywhere. */
const wantedAreas = new Set<Area>(['errors']);
const loaded = new Set<string>();

async function load(language: Language, part: Area | 'base'): Promise<void> {
  const key = `${language} ${part}`;
  if (loaded.has(key)) return;
  const added = await (part === 'base' ? BASES[language]() : AREAS[part][language]());
  addTexts(language, added);
  loaded.add(key);
}

async function loadAll(language: Language): Promise<void> {
  await Promise.all([
    load(language, 'base'),
    ...[...wantedAreas].map((area) => load(language, area)),
  ]);
}

/** The texts of some areas, in the language that is spoken, ready to be shown. */
export async function loadTexts(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wantedAreas.add(area);
  await loadAll(isLanguage(texts.language) ? texts.language : 'en');
}

/** For the page and for screen readers; remembered in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadAll(language);
  // First: somebody who sees the other language may leave the page at once.
  localStorage.setItem(STORED_AS, language);
  await speak(language);
}

/** Speaks the language of a person's profile, unless somebody chose one in this browser. */
export async function followLanguage(language: Language | undefined): Promise<void> {
  if (language === undefined || language === shownLanguage()) return;
  if (localStorage.getItem(STORED_AS) === null) await speak(language);
}

async function speak(language: Language): Promise<void> {
  await loadAll(language);
  showLanguage(language);
  sayLanguage(language);
}

/** For screen readers, and for the names under the icon of an app that is installed from here. */
function sayLanguage(language: Language): void {
  document.documentElement.lang = language;
  const manifest =
    language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', manifest);
}

/** Before anything is shown, with the texts of some areas. */
export async function startI18n(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wantedAreas.add(area);
  // A page whose areas the router doesn't name: the tests of the pages read the console.
  onMissing((key) => reportError(new Error(`There is no text for ${key}`)));
  await speak(preferredLanguage());
}
