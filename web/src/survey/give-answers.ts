import { type Question, QuestionMatrixDynamicModel, type SurveyModel } from 'survey-core';

export type Answers = Readonly<Record<string, unknown>>;

/**
 * Sets the answers twice: the engine makes the entries of a repeating section late, and then fills default values into
 * fields that somebody has emptied. No answer gives way to a calculated default value; one that is equal to it follows it
 * on.
 */
export function giveAnswers(model: SurveyModel, answers: Answers): void {
  const starting = tablesOf(model).map((table) => [table, table.rowCount] as const);
  model.data = structuredClone(answers);
  const calculated = model
    .getAllQuestions(false, false, true)
    .filter(({ defaultValueExpression }) => Boolean(defaultValueExpression));
  for (const question of calculated) {
    const isAnswered = Boolean(question.parentQuestion) || Object.hasOwn(answers, question.name);
    question['setValueChangedDirectly'](isAnswered);
  }
  model.data = structuredClone(answers);
  for (const question of calculated) {
    if (isDefault(question)) question['setValueChangedDirectly'](false);
  }
  for (const [table, count] of starting) {
    // The engine takes calculated values for a removed answer, and removes the rows with them.
    if (answers[table.name] === undefined && table.rowCount < count) table.rowCount = count;
  }
}

function isDefault(question: Question): boolean {
  let isSame = false;
  question['setDefaultValueCore']((value: unknown) => {
    isSame = question['isTwoValueEquals'](question.value, value);
  });
  return isSame;
}

const tablesOf = (model: SurveyModel): readonly QuestionMatrixDynamicModel[] =>
  model.getAllQuestions().filter((each) => each instanceof QuestionMatrixDynamicModel);
