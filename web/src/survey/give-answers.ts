import { QuestionMatrixDynamicModel, type SurveyModel } from 'survey-core';

export type Answers = Readonly<Record<string, unknown>>;

/**
 * Sets the answers twice: the engine makes the entries of a repeating section late, and then fills default values into
 * fields that somebody has emptied.
 */
export function giveAnswers(model: SurveyModel, answers: Answers): void {
  const starting = tablesOf(model).map((table) => [table, table.rowCount] as const);
  model.data = structuredClone(answers);
  model.getAllQuestions(false, false, true);
  model.data = structuredClone(answers);
  for (const [table, count] of starting) {
    // The engine takes calculated values for a removed answer, and removes the rows with them.
    if (answers[table.name] === undefined && table.rowCount < count) table.rowCount = count;
  }
}

const tablesOf = (model: SurveyModel): readonly QuestionMatrixDynamicModel[] =>
  model.getAllQuestions().filter((each) => each instanceof QuestionMatrixDynamicModel);
