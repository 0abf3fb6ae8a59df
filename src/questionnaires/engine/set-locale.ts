import type { SurveyModel } from 'survey-core';

/**
 * Sets the language of a model. The engine's own setter takes English for no language, and would then show the texts of
 * another default language although the form has them in English.
 */
export function setLocale(model: SurveyModel, locale: string): void {
  model.setPropertyValue('locale', locale);
}
