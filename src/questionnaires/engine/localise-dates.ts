import { QuestionExpressionModel, QuestionTextModel, type SurveyModel } from 'survey-core';
import type { Locale } from '#kernel/locale.ts';
import { writeMoment } from '#questionnaires/reading/moments.ts';
import { wallText } from './wall-clock.ts';

/**
 * Makes a model write calculated dates and the bounds of dates in its language. The engine itself writes them as `Mon
 * Apr 27 2026 00:00:00 GMT+0000`.
 */
export function localiseDates(model: SurveyModel): void {
  model.onGetExpressionDisplayValue.add((sender, options) => {
    const written = writeDate(options.value, localeOf(sender));
    if (written === undefined) return;
    const format: unknown = options.question['format'];
    options.displayValue =
      typeof format === 'string' && format !== '' ? format.replaceAll('{0}', written) : written;
  });
  model.onErrorCustomText.add((sender, options) => {
    for (const [original, bound] of boundsOf(options.obj)) {
      const written = writeDate(bound, localeOf(sender));
      if (written !== undefined) options.text = options.text.replaceAll(original, written);
    }
  });
}

/** Formats calculated values again, after the language of the model has changed. */
export function localiseAgain(model: SurveyModel): void {
  for (const question of model.getAllQuestions(false, false, true)) {
    if (question instanceof QuestionExpressionModel) question['updateFormatedValue']();
  }
}

const localeOf = ({ locale }: SurveyModel): Locale => (locale === 'de' ? 'de' : 'en');

/** Returns a date as text; undefined for any other value. */
function writeDate(value: unknown, locale: Locale): string | undefined {
  const text = value instanceof Date ? wallText(value) : value;
  return typeof text === 'string' ? writeMoment(text, locale) : undefined;
}

/** Returns the earliest and latest date of a question, each with the text that the engine writes for it. */
function boundsOf(of: unknown): readonly (readonly [original: string, bound: Date])[] {
  if (!(of instanceof QuestionTextModel)) return [];
  return [of.renderedMin, of.renderedMax].flatMap((bound: unknown) => {
    if (typeof bound !== 'string' || !isDated(of)) return [];
    const date = new Date(/T/.test(bound) ? bound : `${bound}T00:00`);
    if (Number.isNaN(date.getTime())) return [];
    return [[of.inputType === 'date' ? date.toDateString() : date.toString(), date] as const];
  });
}

const isDated = ({ inputType }: QuestionTextModel): boolean =>
  inputType === 'date' || inputType === 'datetime-local';
