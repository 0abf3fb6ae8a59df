// How a choice from a shared list depends on other answers, and what it fills in.

import type { Question } from 'survey-core';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { isShown } from '#questionnaires/engine/hidden-is-empty.ts';
import type { ListQuestion } from '#questionnaires/engine/list-question.ts';
import { isRecord } from '#web/offline/merge.ts';
import type { FoundRow } from './list-source.ts';

export interface Narrowing {
  /** Undefined: the list is not narrowed. */
  readonly column?: string;
  /** The value that the column must have; undefined while the earlier answer is missing. */
  readonly value?: string;
  readonly field?: Question;
}

/** Returns what narrows the list of a question at this moment. */
export function narrowingOf(question: ListQuestion): Narrowing {
  const { filterColumn: column, filterField: name } = question;
  if (column === '' || name === '') return {};
  const field = question.beside(name);
  // A hidden answer counts as empty, and nobody could give another one.
  if (field !== undefined && !isShown(field)) return {};
  const value = field && textOfAnswer(field.value);
  return { column, ...(field && { field }), ...(value !== undefined && { value }) };
}

function textOfAnswer(value: unknown): string | undefined {
  if (isChosenRow(value)) return value.key;
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Writes the cells of a chosen row into the fields that it fills in. */
export function fillInFrom(question: ListQuestion, { cells }: FoundRow): void {
  const filled = question.fillIn;
  if (!Array.isArray(filled)) return;
  for (const each of filled) {
    if (!isRecord(each) || typeof each['field'] !== 'string') continue;
    const target = question.beside(each['field']);
    if (target === undefined || target === question) continue;
    const value = cells[String(each['column'])];
    if (value === undefined || value === null) target.clearValue();
    else target.value = fitting(target, value);
  }
}

/** Returns a cell as an answer to the question. */
function fitting(target: Question, value: unknown): unknown {
  const isText = target.getType() === 'text' || target.getType() === 'comment';
  const isNumber = target.getPropertyValue('inputType') === 'number';
  if (target.getType() === 'sharedlist') return { key: String(value), label: '', seq: 0 };
  if (isText && isNumber) return Number.isNaN(Number(value)) ? undefined : Number(value);
  return isText ? String(value) : value;
}
