import {
  type Question,
  QuestionExpressionModel,
  QuestionMatrixDropdownModelBase,
  type SurveyModel,
} from 'survey-core';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { totalName } from '#questionnaires/answers/answer-shapes.ts';
import { isOfNothing } from './calculations.ts';
import { answersThatCount, hasInner } from './hidden-is-empty.ts';
import { type Inner, innerQuestions } from './inner-questions.ts';

type Named = Pick<Inner, 'name' | 'question'>;

/**
 * Returns the answers as they are read and stored: without what is hidden, and without calculations of nothing. Only
 * conditions and calculations take those for 0.
 */
export function shownAnswers(model: SurveyModel): JsonObject {
  const questions = model.getAllQuestions(false, false, false);
  return withoutNothing(
    answersThatCount(model),
    questions.map((question) => ({ name: question.name, question })),
  );
}

function withoutNothing(answers: JsonObject, questions: readonly Named[]): JsonObject {
  const left = new Map(Object.entries(answers));
  for (const { name, question } of questions) {
    if (question instanceof QuestionExpressionModel && isOfNothing(question)) left.delete(name);
    const rows = left.get(name);
    if (!hasInner(question) || !isList(rows)) continue;
    const inner = innerQuestions(question);
    left.set(
      name,
      rows.map((row, i) => (isObject(row) ? withoutNothing(row, inner[i] ?? []) : row)),
    );
    const totals = left.get(totalName(name));
    if (totals !== undefined && isObject(totals))
      left.set(totalName(name), withoutNothing(totals, totalsOf(question)));
  }
  return Object.fromEntries(left);
}

const totalsOf = (question: Question): readonly Named[] =>
  question instanceof QuestionMatrixDropdownModelBase
    ? (question.visibleTotalRow?.cells ?? []).map((cell) => ({
        name: cell.column.name,
        question: cell.question,
      }))
    : [];

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);
