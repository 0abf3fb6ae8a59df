// Entries of repeating sections and rows of tables that somebody removed, to be put back where they were.
import {
  type Model,
  type Question,
  QuestionMatrixDynamicModel,
  QuestionPanelDynamicModel,
} from 'survey-core';

export interface Removal {
  /** Of the section or table. */
  readonly title: string;
  /** Which entry it was, from 1. */
  readonly number: number;
  /** Puts it back at its position with all that was in it, and goes there. */
  undo(): void;
}

/** Hears of each removal; of `undefined` when what was removed belongs to a part that was left. */
export function watchRemovals(model: Model, hear: (removal: Removal | undefined) => void): void {
  let last: { readonly question: Question; readonly index: number; readonly entry: unknown };
  // Before it goes, or what was in it would be gone with it.
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

/** One for each entry that is shown; the engine leaves out what is empty at the end. */
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
  // Others may have taken some away meanwhile.
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
