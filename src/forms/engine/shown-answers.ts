import { type Question, QuestionExpressionModel, type SurveyModel } from 'survey-core';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { isOfNothing } from './calculations.ts';
import { answersThatCount, hasInner } from './hidden-is-empty.ts';
import { innerQuestions } from './inner-questions.ts';

/**
 * Returns the answers as they are read and stored: without what is hidden, and without calculations of nothing. Only
 * conditions and calculations take those for 0.
 */
export function shownAnswers(model: SurveyModel): JsonObject {
  return withoutNothing(answersThatCount(model), model.getAllQuestions(false, false, false));
}

function withoutNothing(answers: JsonObject, questions: readonly Question[]): JsonObject {
  const changed = questions.flatMap((question): readonly [string, JsonValue | undefined][] => {
    const { name } = question;
    if (question instanceof QuestionExpressionModel)
      return isOfNothing(question) ? [[name, undefined]] : [];
    const value = answers[name];
    if (!hasInner(question) || !Array.isArray(value)) return [];
    const all = innerQuestions(question);
    const rows: readonly JsonValue[] = value;
    return [
      [
        name,
        rows.map((row, i) =>
          isObject(row)
            ? withoutNothing(
                row,
                (all[i] ?? []).map((inner) => inner.question),
              )
            : row,
        ),
      ],
    ];
  });
  return Object.fromEntries(
    Object.entries({ ...answers, ...Object.fromEntries(changed) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
