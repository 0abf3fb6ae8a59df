import { ConditionsParser, type Question, SurveyModel } from 'survey-core';
import 'survey-core/i18n/german';
import { shapesOf } from '#forms/answers/answer-shapes.ts';
import { type AnswerFault, MAX_FAULTS } from '#forms/answers/guard-answers.ts';
import type { PlacedText } from '#forms/definition/sieve.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { EngineResult, Locale, PlainAnswer } from './engine-types.ts';
import { innerQuestions } from './inner-questions.ts';

// The one place that knows the API of survey-core. It is loaded by the worker alone, and everything is
// read out of a model before it is disposed of: nothing of it leaves this file.

/** Answers as the form they are of leaves them when it is completed. */
export function checkAnswers(
  definition: JsonObject,
  answers: JsonObject,
  locale: Locale | undefined,
): EngineResult {
  return withModel(definition, answers, locale, (model) => {
    model.clearIncorrectValues(true);
    // Twice: what was hidden by an answer that is hidden itself.
    for (let round = 0; round < 2; round += 1) clearHidden(model);
    const ok = model.validate(true, false);
    const faults: AnswerFault[] = [];
    for (const question of model.getAllQuestions(true, false, false)) {
      addFaults(faults, question, question.name, question.name);
    }
    return { ok: ok && faults.length === 0, faults, answers: ownAnswers(model, definition) };
  });
}

/** What was answered, as people read it. */
export function describeAnswers(
  definition: JsonObject,
  answers: JsonObject,
  locale: Locale | undefined,
): readonly PlainAnswer[] {
  return withModel(definition, answers, locale, (model) =>
    model.getAllQuestions(true, false, false).flatMap((question) => describe(question)),
  );
}

/** Expressions that can't be read. */
export function findUnreadable(expressions: readonly PlacedText[]): readonly PlacedText[] {
  const parser = new ConditionsParser();
  return expressions
    .filter(({ text }) => text.trim() !== '' && !parser.parseExpression(text))
    .map(({ at }) => ({
      at,
      text: 'This expression can not be read: something in it is missing or too much.',
    }));
}

function withModel<T>(
  definition: JsonObject,
  answers: JsonObject,
  locale: Locale | undefined,
  use: (model: SurveyModel) => T,
): T {
  const model = new SurveyModel(definition);
  try {
    if (locale !== undefined) model.locale = locale;
    model.data = answers;
    return plain(use(model));
  } finally {
    model.dispose();
  }
}

/** Arrays of the engine, chosen choices for instance, have functions of their own, which can't leave the thread. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function clearHidden(model: SurveyModel): void {
  for (const question of model.getAllQuestions(false, false, true)) {
    if (!isShown(question) && !question.isEmpty()) question.clearValue();
  }
}

const isShown = (question: Question): boolean => question.isVisible && question.isParentVisible;

/** Totals of tables and whatever else the engine keeps beside the answers are no answers. */
function ownAnswers(model: SurveyModel, definition: JsonObject): JsonObject {
  const members = shapesOf(definition);
  const data: JsonObject = model.data;
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => {
      const shape = members.get(name);
      return shape !== undefined && !(shape.kind === 'computed' && shape.isTotal);
    }),
  );
}

// The engine names a question inside of a table by its column alone: the row is ours to tell.
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

function describe(question: Question, name = question.name, title?: string): PlainAnswer[] {
  if (question.isEmpty() || !isShown(question)) return [];
  const type = question.getType();
  const value: JsonValue = question.value;
  const shown = { name, title: title ?? question.processedTitle, value, type };
  const rows = innerQuestions(question).map((row) =>
    row.flatMap((inner) => describe(inner.question, inner.name, inner.title)),
  );
  if (rows.length > 0) return [{ ...shown, displayValue: '', rows }];
  return [{ ...shown, displayValue: displayOf(type, question, value) }];
}

function displayOf(type: string, question: Question, value: JsonValue): string {
  if (type === 'file' || type === 'signaturepad') {
    const files: readonly unknown[] = Array.isArray(value) ? value : [value];
    return files.map(nameOf).join(', ');
  }
  const shown: unknown = question.getDisplayValue(true);
  if (typeof shown === 'object') return JSON.stringify(shown);
  const text = String(shown ?? '');
  return text === String(value) && question.getLocale() === 'de' ? inGerman(question, value) : text;
}

/** What the engine shows as it is stored, which is how English may stay. */
function inGerman(question: Question, value: JsonValue): string {
  if (typeof value === 'number') {
    return value.toLocaleString('de', { useGrouping: false, maximumFractionDigits: 20 });
  }
  const isMoment = /^date(?:time-local)?$/.test(String(question['inputType']));
  const moment = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(String(value));
  if (!isMoment || moment === null) return String(value);
  const [, year, month, day, time] = moment;
  return `${day}.${month}.${year}${time === undefined ? '' : `, ${time}`}`;
}

const nameOf = (file: unknown): string =>
  typeof file === 'object' && file !== null && 'name' in file ? String(file.name) : '';
