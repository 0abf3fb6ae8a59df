// Tables and repeating sections whose last entry was removed. The engine then has no answer for them, as for those that
// nobody has touched, and would show their initial entries again. An empty list records that there are none.
import {
  type Model,
  type Question,
  QuestionMatrixDynamicModel,
  QuestionPanelDynamicModel,
} from 'survey-core';
import { type Answers, isRecord } from '#web/offline/merge.ts';

/** Returns the answers with an empty list for each question that shows no entry. */
export function withEmptied(model: Model, answers: Answers): Answers {
  return emptiedIn(model.getAllQuestions(), answers);
}

function emptiedIn(questions: readonly Question[], answers: Answers): Answers {
  const more = questions.flatMap((question): [string, unknown][] => {
    if (countOf(question) === 0) return [[question.name, []]];
    const rows = answers[question.name];
    if (!(question instanceof QuestionPanelDynamicModel) || !Array.isArray(rows)) return [];
    const whole = rows.map((row: unknown, i) =>
      isRecord(row) ? emptiedIn(question.panels[i]?.questions ?? [], row) : row,
    );
    return [[question.name, whole]];
  });
  return { ...answers, ...Object.fromEntries(more) };
}

/**
 * Removes all entries of questions whose answer is an empty list, except of fields in `waiting`, which must not change
 * yet.
 */
export function showEmptied(
  model: Model,
  answers: Answers,
  waiting: ReadonlySet<string> = new Set(),
): void {
  emptyIn(
    model.getAllQuestions().filter(({ name }) => !waiting.has(name)),
    answers,
  );
}

function emptyIn(questions: readonly Question[], answers: Answers): void {
  for (const question of questions) {
    const rows = answers[question.name];
    if (!Array.isArray(rows)) continue;
    if (rows.length === 0) empty(question);
    else if (question instanceof QuestionPanelDynamicModel) {
      for (const [i, row] of rows.entries()) {
        if (isRecord(row)) emptyIn(question.panels[i]?.questions ?? [], row);
      }
    }
  }
}

function empty(question: Question): void {
  if (countOf(question) === 0) return;
  if (question instanceof QuestionPanelDynamicModel) question.panelCount = 0;
  if (question instanceof QuestionMatrixDynamicModel) question.rowCount = 0;
}

/** Returns whether an answer is a list whose entries are all empty. */
export const isBare = (answer: unknown): boolean =>
  Array.isArray(answer) &&
  answer.every((entry) => isRecord(entry) && Object.keys(entry).length === 0);

/** Returns the number of entries; undefined for a question that has none. */
function countOf(question: Question): number | undefined {
  if (question instanceof QuestionPanelDynamicModel) return question.panelCount;
  return question instanceof QuestionMatrixDynamicModel ? question.rowCount : undefined;
}
