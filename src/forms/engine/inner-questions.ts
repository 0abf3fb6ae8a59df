import {
  type Question,
  QuestionMatrixDropdownModelBase,
  QuestionPanelDynamicModel,
} from 'survey-core';

/** A question inside of a row of a table or of a repeated panel. */
export interface Inner {
  readonly question: Question;
  /** Under which its row has the answer. */
  readonly name: string;
  /** Of its column; undefined where the question has its own. */
  readonly title: string | undefined;
}

/** Row by row; none for a question that has no rows. */
export function innerQuestions(question: Question): readonly (readonly Inner[])[] {
  if (question instanceof QuestionMatrixDropdownModelBase) {
    return (question.visibleRows ?? []).map((row) =>
      row.cells.map((cell) => ({
        question: cell.question,
        name: cell.column.name,
        title: cell.column.fullTitle,
      })),
    );
  }
  if (question instanceof QuestionPanelDynamicModel) {
    return question.panels.map((panel) =>
      panel.questions.map((each: Question) => ({
        question: each,
        name: each.name,
        title: undefined,
      })),
    );
  }
  return [];
}
