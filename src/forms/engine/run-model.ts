import { ConditionsParser, type Question, SurveyModel } from 'survey-core';
import 'survey-core/i18n/german';
import { type Members, shapesOf } from '#forms/answers/answer-shapes.ts';
import { type AnswerFault, MAX_FAULTS } from '#forms/answers/guard-answers.ts';
import type { DefinitionFault, LocatedText } from '#forms/definition/filter-definition.ts';
import type { FormFacts } from '#forms/reading/shown-answer.ts';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { calculatedDefaults } from './calculated-defaults.ts';
import { clearHidden, isShown } from './clear-hidden.ts';
import { patchEmptyRatings } from './empty-ratings.ts';
import type { EngineResult, Locale } from './engine-types.ts';
import { factsIn } from './form-facts.ts';
import { innerQuestions } from './inner-questions.ts';
import { registerListQuestion } from './list-question.ts';
import { localiseDates } from './localise-dates.ts';
import { registerOwnQuestions } from './own-questions.ts';
import { plain } from './plain.ts';
import { removedBetween } from './removed-answers.ts';
import { setLocale } from './set-locale.ts';
import { registerStaticParts } from './static-parts.ts';
import { setWallClock } from './wall-clock.ts';
import { keepChoicesWhole } from './whole-choices.ts';
import { withoutDefaults } from './without-defaults.ts';

// Only this file and the files that it imports use the API of survey-core. Only the worker loads it. No model leaves
// this file: everything is read out of a model before it is disposed of.

/** Validates answers and returns them as a complete form stores them, without hidden answers. */
export function checkAnswers(
  definition: JsonObject,
  answers: JsonObject,
  setting: Setting,
): EngineResult {
  return withModel(definition, answers, setting, (model) => {
    const hidden = clearHidden(model);
    const ok = model.validate(true, false);
    const faults: AnswerFault[] = [];
    for (const question of model.getAllQuestions(true, false, false)) {
      addFaults(faults, question, question.name, question.name);
    }
    const kept = ownAnswers(shapesOf(definition), plain(model.data));
    const removed = removedBetween(answers, kept, hidden);
    return { ok: ok && faults.length === 0, faults, answers: kept, removed, hidden };
  });
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

/** Returns a fault for each expression that the engine cannot parse. */
export function findUnreadable(expressions: readonly LocatedText[]): readonly DefinitionFault[] {
  const parser = new ConditionsParser();
  return expressions
    .filter(({ text }) => text.trim() !== '' && !parser.parseExpression(text))
    .map(({ at }) => ({
      at,
      kind: 'unreadable',
      text: 'This expression can not be read: something in it is missing or too much. Fractions have a point: 1.5.',
    }));
}

/** The language and time of a run. */
export interface Setting {
  readonly locale: Locale | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly timeZone: string;
}

function setUpEngine({ now, timeZone }: Setting): void {
  setWallClock({ now: () => now, timeZone });
  keepChoicesWhole();
  patchEmptyRatings();
  registerOwnQuestions();
  registerListQuestion();
  registerStaticParts();
}

function withModel<T>(
  definition: JsonObject,
  answers: JsonObject,
  setting: Setting,
  use: (model: SurveyModel) => T,
): T {
  setUpEngine(setting);
  const { locale } = setting;
  const checked = JSON.parse(JSON.stringify(withoutDefaults(definition)), asChecked);
  const model = new SurveyModel(checked);
  try {
    localiseDates(model);
    if (locale !== undefined) setLocale(model, locale);
    model.data = answers;
    return plain(use(model));
  } finally {
    model.dispose();
  }
}

/** Properties that make the engine load images, which only browsers need. */
const FOR_PAGES = new Set(['storeDataAsText', 'dataFormat']);

/**
 * Leaves out properties that only browsers need and that fail elsewhere (a replacer for JSON). Tables and repeating
 * sections start empty: the rows and entries that a browser shows at first are not answers until somebody fills them
 * in.
 */
function asChecked(name: string, value: unknown): unknown {
  if (FOR_PAGES.has(name)) return undefined;
  // Templates that an older profile accepted may have it.
  if (typeof value === 'boolean' && name.endsWith('Location')) return undefined;
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  if (value.type === 'matrixdynamic') return { ...value, rowCount: 0 };
  return value.type === 'paneldynamic' ? { ...value, panelCount: 0 } : value;
}

/**
 * Removes values that the engine stores beside the answers, such as totals of tables, from the answers and their rows.
 */
function ownAnswers(members: Members, data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const shape = members.get(name);
      if (shape === undefined || (shape.kind === 'computed' && shape.isTotal)) return [];
      if (shape.kind !== 'rows' || !Array.isArray(value)) return [[name, value] as const];
      const rows: readonly JsonValue[] = value;
      const own = rows.map((row) => (isObject(row) ? ownAnswers(shape.members, row) : row));
      return [[name, own] as const];
    }),
  );
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
