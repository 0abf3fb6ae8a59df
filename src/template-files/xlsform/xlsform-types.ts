// Which type of an XLSForm a field becomes.

import { type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { generatedRates } from '#questionnaires/answers/question-rules.ts';
import { listIn } from '#questionnaires/definition/questions.ts';

/** The cells of a row of the sheet "survey", by column. */
export type SurveyCells = Readonly<Record<string, string>>;

/** Returns the name of the list that has these choices. */
export type ListOf = (choices: readonly JsonValue[]) => string;

/** Returns type, appearance and parameters of a field that is one row. */
export function typeCells(field: JsonObject, type: string, listOf: ListOf): SurveyCells {
  const choices = () => listOf(listIn(field, 'choices'));
  const isMany = member(field, 'multiSelect') === true;
  switch (type) {
    case 'text':
      return inputCells(field);
    case 'comment':
      return { type: 'text', appearance: 'multiline' };
    case 'boolean':
      return { type: `select_one ${listOf(yesAndNo(field))}` };
    case 'radiogroup':
      return { type: `select_one ${choices()}` };
    case 'dropdown':
      return { type: `select_one ${choices()}`, appearance: 'minimal' };
    case 'checkbox':
      return { type: `select_multiple ${choices()}` };
    case 'imagepicker':
      return { type: `${isMany ? 'select_multiple' : 'select_one'} ${choices()}` };
    case 'ranking':
      return { type: `rank ${choices()}` };
    case 'rating':
      return ratingCells(field, listOf);
    case 'slider':
      return {
        type: 'range',
        parameters: rangeOf(
          member(field, 'min') ?? 0,
          member(field, 'max') ?? 100,
          member(field, 'step') ?? 1,
        ),
      };
    case 'file':
      return { type: isOfImages(field) ? 'image' : 'file' };
    case 'signaturepad':
      return { type: 'image', appearance: 'signature' };
    case 'sketch':
      return { type: 'image', appearance: 'annotate' };
    case 'location':
      return { type: 'geopoint' };
    case 'barcode':
      return { type: 'barcode' };
    case 'expression':
      return { type: 'calculate' };
    case 'heading':
    case 'instructions':
      return { type: 'note' };
    default:
      // A choice from a shared list, whose rows are not in the file.
      return { type: 'text' };
  }
}

const INPUTS: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['time', 'time'],
  ['datetime-local', 'dateTime'],
  ['range', 'range'],
]);

function inputCells(field: JsonObject): SurveyCells {
  const input = textOf(member(field, 'inputType') ?? '');
  if (input !== 'number') return { type: INPUTS.get(input) ?? 'text' };
  const isWhole = member(field, 'step') === 1 || member(field, 'decimals') === 0;
  return { type: isWhole ? 'integer' : 'decimal' };
}

function ratingCells(field: JsonObject, listOf: ListOf): SurveyCells {
  const own = listIn(field, 'rateValues');
  if (own.length > 0 && member(field, 'autoGenerate') !== true) {
    return { type: `select_one ${listOf(own)}`, appearance: 'likert' };
  }
  const rates = generatedRates(field);
  const step = member(field, 'rateStep') || 1;
  const parameters = rangeOf(rates[0] ?? 1, rates.at(-1) ?? 5, step);
  return { type: 'range', appearance: 'rating', parameters };
}

const rangeOf = (start: JsonValue, end: JsonValue, step: JsonValue): string =>
  `start=${textOf(start)} end=${textOf(end)} step=${textOf(step)}`;

const isOfImages = (field: JsonObject): boolean =>
  textOf(member(field, 'acceptedTypes') ?? '').startsWith('image/');

const yesAndNo = (field: JsonObject): readonly JsonObject[] => [
  { value: 'true', text: member(field, 'labelTrue') ?? { default: 'Yes', de: 'Ja' } },
  { value: 'false', text: member(field, 'labelFalse') ?? { default: 'No', de: 'Nein' } },
];
