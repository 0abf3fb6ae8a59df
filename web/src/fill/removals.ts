// Removed entries of repeating sections and rows of tables, so that they can be restored at their position.
import {
  type Model,
  type Question,
  QuestionMatrixDynamicModel,
  QuestionPanelDynamicModel,
} from 'survey-core';

export interface Removal {
  /** The title of the section or table. */
  readonly title: string;
  /** The number of the entry, from 1. */
  readonly number: number;
  /** Restores the entry at its position with its answers, and moves the focus there. */
  undo(): void;
}

/** Calls `hear` after each removal, and with `undefined` when the part with the removed entry is left. */
export function watchRemovals(model: Model, hear: (removal: Removal | undefined) => void): void {
  let last: { readonly question: Question; readonly index: number; readonly entry: unknown };
  // Copied before the removal, which also removes the answers.
  const note = (question: Question, index: number) => {
    last = { question, index, entry: structuredClone(entriesOf(question)[index]) };
  };
  const tell = (question: Question) => {
    if (last?.question !== question) return;
    const { index, entry } = last;
    const undo = () => putBack(question, index, entry);
    hear({ title: question.processedTitle, number: index + 1, undo });
  };
  model.onDynamicPanelRemoving.add((_, { question, panelIndex }) => note(question, panelIndex));
  model.onDynamicPanelRemoved.add((_, { question }) => tell(question));
  model.onMatrixRowRemoving.add((_, { question, rowIndex }) => note(question, rowIndex));
  model.onMatrixRowRemoved.add((_, { question }) => tell(question));
  model.onCurrentPageChanged.add(() => hear(undefined));
}

/** Returns an entry for each one that is shown; the engine leaves out empty ones at the end. */
function entriesOf(question: Question): readonly unknown[] {
  const value: unknown = question.value;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const empty = Array.from({ length: Math.max(0, countOf(question) - entries.length) }, () => ({}));
  return [...entries, ...empty];
}

function countOf(question: Question): number {
  if (question instanceof QuestionPanelDynamicModel) return question.panelCount;
  return question instanceof QuestionMatrixDynamicModel ? question.rowCount : 0;
}

function putBack(question: Question, index: number, entry: unknown): void {
  // Other entries may have been removed meanwhile.
  const at = Math.min(index, countOf(question));
  const entries = entriesOf(question).toSpliced(at, 0, entry ?? {});
  if (question instanceof QuestionPanelDynamicModel) question.panelCount += 1;
  if (question instanceof QuestionMatrixDynamicModel) question.rowCount += 1;
  question.value = entries;
  if (question instanceof QuestionPanelDynamicModel) question.panels[at]?.focusFirstQuestion();
  if (question instanceof QuestionMatrixDynamicModel) {
    question.visibleRows[at]?.cells[0]?.question.focus();
  }
}
