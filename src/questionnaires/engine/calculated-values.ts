import {
  ExpressionRunner,
  ProcessValue,
  type Question,
  type QuestionExpressionModel,
  SurveyModel,
} from 'survey-core';
import { isObject } from '#kernel/json.ts';

/** Returns whether a question is a calculation that nobody sees while filling in. */
export const isOutOfSight = (question: Question): boolean => question['hideWhileFilling'] === true;

/**
 * Returns whether a calculation is 0 only because none of the answers that it names is there: the engine takes an empty
 * answer for 0. Such a calculation has no value where people and programs read it. A count is 0 of nothing, and so may be
 * what an author wrote for one of two cases.
 */
export function isOfNothing(question: QuestionExpressionModel): boolean {
  const { expression, survey } = question;
  if (question.value !== 0 || !expression || MEANT_ZERO.test(expression)) return false;
  // A form that is only read shows what was stored.
  if (survey instanceof SurveyModel && survey.isDisplayMode) return false;
  const names = new ExpressionRunner(expression).getVariables();
  const answers = new ProcessValue(question.getValueGetterContext());
  const parts = [...expression.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, a, b]) => a ?? b ?? '');
  return names.length > 0 && names.every((name) => isNothing(answers.getValue(name), parts));
}

const MEANT_ZERO = /\b(count(InArray)?|iif|listLength|textLength)\s*\(|\.length\b/i;

/** @param parts the names of the columns that an expression may be about; of none, it is about all */
function isNothing(value: unknown, parts: readonly string[]): boolean {
  if (Array.isArray(value)) return value.every((each) => isNothing(each, parts));
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null || value === '';
  const all = Object.entries(value);
  const named = all.filter(([name]) => parts.includes(name));
  // The engine has a table with fixed rows by their names.
  const isOfRows = named.length === 0 && all.every(([, each]) => isObject(each));
  return (parts.length > 0 && !isOfRows ? named : all).every(([, each]) =>
    isNothing(each, isOfRows ? parts : []),
  );
}
