// Languages: English is part of the shell, every other one is loaded when it is wanted.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './locales/en/index.ts';
import type { Translation } from './locales/translation.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED_AS = 'language';

const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  de: async () => (await import('./locales/de/index.ts')).de,
};

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(STORED_AS) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (isLanguage(language)) return language;
  }
  return 'en';
}

async function load(language: Language): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', await LOADERS[language]());
}

/** For the page and for screen readers; remembered in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  localStorage.setItem(STORED_AS, language);
}

/** Before anything is shown. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  const language = preferredLanguage();
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
