// The engine's own texts, such as those of its buttons, in the languages of forms.
import type { FormLanguage } from '#web/builder/languages.ts';

/** Loads the engine's own texts in a language. English is part of the engine. */
const ENGINE_TEXTS: Readonly<Record<Exclude<FormLanguage, 'en'>, () => Promise<unknown>>> = {
  ar: () => import('survey-core/i18n/arabic'),
  bg: () => import('survey-core/i18n/bulgarian'),
  ca: () => import('survey-core/i18n/catalan'),
  cs: () => import('survey-core/i18n/czech'),
  cy: () => import('survey-core/i18n/welsh'),
  da: () => import('survey-core/i18n/danish'),
  de: () => import('survey-core/i18n/german'),
  el: () => import('survey-core/i18n/greek'),
  es: () => import('survey-core/i18n/spanish'),
  et: () => import('survey-core/i18n/estonian'),
  fa: () => import('survey-core/i18n/persian'),
  fi: () => import('survey-core/i18n/finnish'),
  fr: () => import('survey-core/i18n/french'),
  he: () => import('survey-core/i18n/hebrew'),
  hi: () => import('survey-core/i18n/hindi'),
  hr: () => import('survey-core/i18n/croatian'),
  hu: () => import('survey-core/i18n/hungarian'),
  id: () => import('survey-core/i18n/indonesian'),
  it: () => import('survey-core/i18n/italian'),
  ja: () => import('survey-core/i18n/japanese'),
  ko: () => import('survey-core/i18n/korean'),
  lt: () => import('survey-core/i18n/lithuanian'),
  lv: () => import('survey-core/i18n/latvian'),
  nl: () => import('survey-core/i18n/dutch'),
  no: () => import('survey-core/i18n/norwegian'),
  pl: () => import('survey-core/i18n/polish'),
  pt: () => import('survey-core/i18n/portuguese'),
  'pt-br': () => import('survey-core/i18n/portuguese-br'),
  ro: () => import('survey-core/i18n/romanian'),
  ru: () => import('survey-core/i18n/russian'),
  sk: () => import('survey-core/i18n/slovak'),
  sl: () => import('survey-core/i18n/slovenian'),
  sv: () => import('survey-core/i18n/swedish'),
  th: () => import('survey-core/i18n/thai'),
  tr: () => import('survey-core/i18n/turkish'),
  uk: () => import('survey-core/i18n/ukrainian'),
  ur: () => import('survey-core/i18n/urdu'),
  vi: () => import('survey-core/i18n/vietnamese'),
  'zh-cn': () => import('survey-core/i18n/simplified-chinese'),
  'zh-tw': () => import('survey-core/i18n/traditional-chinese'),
};

export const loadEngineTexts = async (language: string): Promise<void> => {
  for (const [code, load] of Object.entries(ENGINE_TEXTS)) if (code === language) await load();
};
