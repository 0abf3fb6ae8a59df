// Tables and Likert scales whose rows the template gives. The engine keeps their rows by their names; the answers of a form
// have them as a list, like the rows of every other table. Pages load this file with the functions of forms that need it.

import {
  type ItemValue,
  QuestionMatrixDropdownModel,
  QuestionMatrixModel,
  Serializer,
} from 'survey-core';
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { inOrder } from '#questionnaires/answers/fixed-rows.ts';
import { ANSWER_NAME, ROW_NAME } from '#questionnaires/answers/row-names.ts';

class FixedRowsQuestion extends QuestionMatrixDropdownModel {
  protected override valueForSurveyCore(byName: JsonValue | undefined): unknown {
    return toList(this.rows, byName, (row) => (isObject(row) ? row : {}));
  }

  protected override valueFromDataCore(rows: JsonValue | undefined): unknown {
    return byName(rows, (cells) => cells);
  }
}

class LikertQuestion extends QuestionMatrixModel {
  protected override valueForSurveyCore(answers: JsonValue | undefined): unknown {
    return toList(this.rows, answers, (answer) => ({ [ANSWER_NAME]: answer }));
  }

  protected override valueFromDataCore(rows: JsonValue | undefined): unknown {
    return byName(rows, (cells) => member(cells, ANSWER_NAME));
  }
}

function toList(
  items: readonly ItemValue[],
  byRow: JsonValue | undefined,
  cellsOf: (row: JsonValue) => JsonObject,
): unknown {
  if (!isObject(byRow)) return undefined;
  const names: readonly JsonValue[] = items.map((row) => row.value);
  const rows = names.map((name) => {
    const row = member(byRow, textOf(name));
    return row === undefined || row === null ? {} : { ...cellsOf(row), [ROW_NAME]: name };
  });
  return inOrder(names, rows).rows;
}

/** Returns the rows that have an answer, by their names; undefined when none has one. */
function byName(
  rows: JsonValue | undefined,
  rowOf: (cells: JsonObject) => JsonValue | undefined,
): unknown {
  if (!Array.isArray(rows)) return rows;
  const given: readonly JsonValue[] = rows;
  const named = given.filter(isObject).flatMap(({ [ROW_NAME]: name, ...cells }) => {
    const isTouched = name !== undefined && Object.keys(cells).length > 0;
    return isTouched ? [[textOf(name), rowOf(cells)] as const] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

let isRegistered = false;

/** Called before a model is made. Every model that is made afterwards keeps such answers as a list. */
export function registerFixedRows(): void {
  if (isRegistered) return;
  isRegistered = true;
  Serializer.overrideClassCreator('matrixdropdown', () => new FixedRowsQuestion(''));
  Serializer.overrideClassCreator('matrix', () => new LikertQuestion(''));
}
