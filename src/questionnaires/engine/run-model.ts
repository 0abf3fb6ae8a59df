import { type Question, SurveyModel } from 'survey-core';
import 'survey-core/i18n/german';
import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { type AnswerFault, MAX_FAULTS } from '#questionnaires/answers/guard-answers.ts';
import type { FormFacts } from '#questionnaires/reading/shown-answer.ts';
import { calculatedDefaults } from './calculated-defaults.ts';
import { registerChoiceQuestions } from './choice-questions.ts';
import type { EngineResult } from './engine-types.ts';
import { registerEntryCount } from './entry-count.ts';
import { registerFixedRows } from './fixed-rows-question.ts';
import { factsIn } from './form-facts.ts';
import { hiddenIn, isShown } from './hidden-is-empty.ts';
import { innerQuestions } from './inner-questions.ts';
import { keepTotals } from './kept-totals.ts';
import { registerListQuestion } from './list-question.ts';
import { localiseDates } from './localise-dates.ts';
import { registerOwnQuestions } from './own-questions.ts';
import { patchEngine } from './patch-engine.ts';
import { plain } from './plain.ts';
import { preparedDefinition } from './prepared-definition.ts';
import { registerFunctions } from './register-functions.ts';
import { removedBetween } from './removed-answers.ts';
import { replaceRuleText } from './rule-text.ts';
import { setLocale } from './set-locale.ts';
import { shownAnswers } from './shown-answers.ts';
import { registerStaticParts } from './static-parts.ts';
import { countStepsFromMinimum } from './steps-from-minimum.ts';
import { setWallClock } from './wall-clock.ts';
import { withoutEngineValues } from './without-engine-values.ts';

// Only the worker loads this file, because a definition can keep the engine busy for seconds. No model leaves the file:
// everything is read out of a model before the model is disposed of.

/** Validates answers and returns them as a complete form stores them, without hidden answers. */
export function checkAnswers(
  definition: JsonObject,
  answers: JsonObject,
  setting: Setting,
): EngineResult {
  return withModel(definition, answers, setting, (model) => {
    keepOfferedChoices(model);
    const hidden = hiddenIn(model);
    const ok = model.validate(true, false);
    const faults: AnswerFault[] = [];
    for (const question of model.getAllQuestions(true, false, false)) {
      addFaults(faults, question, question.name, question.name);
    }
    const kept = withoutEngineValues(shapesOf(definition), plain(shownAnswers(model)));
    const removed = removedBetween(answers, kept, hidden);
    return { ok: ok && faults.length === 0, faults, answers: kept, removed, hidden };
  });
}

/** Removes choices that are not offered. Without one, a condition may offer or hide others. */
function keepOfferedChoices(model: SurveyModel): void {
  for (let left = model.getAllQuestions().length; left >= 0; left -= 1) {
    const before = JSON.stringify(model.data);
    model.clearIncorrectValues(true);
    if (JSON.stringify(model.data) === before) return;
  }
}

/** Returns what the form calculates from its answers, and what it hides. */
export const findFacts = (
  definition: JsonObject,
  answers: JsonObject,
  setting: Setting,
): FormFacts => withModel(definition, answers, setting, (model) => factsIn(model, definition));

/** Returns the calculated default values of a form that begins with these answers. */
export function findDefaults(
  definition: JsonObject,
  answers: JsonObject,
  setting: Setting,
): JsonObject {
  setUpEngine(setting);
  return calculatedDefaults(definition, answers);
}

/** The language, the time and the time zone of a run. */
export interface Setting {
  readonly locale: Locale | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly timeZone: string;
}

/** Sets up the engine for one run. The engine keeps all of this in module state, which every model shares. */
function setUpEngine({ now, timeZone }: Setting): void {
  setWallClock({ now: () => now, timeZone });
  patchEngine();
  registerOwnQuestions();
  registerChoiceQuestions();
  registerListQuestion();
  registerStaticParts();
  registerFunctions();
  registerEntryCount();
  registerFixedRows();
  keepTotals();
  countStepsFromMinimum();
  replaceRuleText();
}

function withModel<T>(
  definition: JsonObject,
  answers: JsonObject,
  setting: Setting,
  use: (model: SurveyModel) => T,
): T {
  setUpEngine(setting);
  const { locale } = setting;
  const model = new SurveyModel(preparedDefinition(definition));
  try {
    localiseDates(model);
    if (locale !== undefined) setLocale(model, locale);
    model.data = answers;
    // Makes the rows of all tables, as the page does: what is calculated in them may show or hide other questions.
    model.getAllQuestions(false, false, true);
    return plain(use(model));
  } finally {
    model.dispose();
  }
}

// The engine names a question in a table by its column alone, so the position of the row is added here.
function addFaults(faults: AnswerFault[], question: Question, at: string, field: string): void {
  for (const error of question.errors) {
    if (faults.length >= MAX_FAULTS) return;
    faults.push({ at, field, kind: error.getErrorType(), text: error.getText() });
  }
  for (const [i, row] of innerQuestions(question).entries()) {
    for (const inner of row) {
      if (isShown(inner.question)) {
        addFaults(faults, inner.question, `${at}[${i}].${inner.name}`, field);
      }
    }
  }
}
