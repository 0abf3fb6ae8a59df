// What a field of a PDF can show, to choose from.
import type { DocumentDetail } from '#templates/app-types.ts';
import { readChoices } from '#web/builder/choices.ts';
import {
  childrenOf,
  type Definition,
  type Field,
  isTable,
  titleOf,
} from '#web/builder/definition.ts';
import { isStaticKind, kindOf } from '#web/builder/kinds.ts';

type FoundField = DocumentDetail['found'][number];
export type Shown = DocumentDetail['layout']['boxes'][number]['shows'];

export interface ShownOption {
  /** By which it is told apart. */
  readonly value: string;
  readonly label: string;
  readonly shows: Shown;
}

const FACTS = ['number', 'name', 'sent', 'by'] as const;

export const keyOfShown = (shows: Shown): string => JSON.stringify(shows);

const optionOf = (label: string, shows: Shown): ShownOption => ({
  value: keyOfShown(shows),
  label,
  shows,
});

/** Returns what a field can show of the answers: a text of each question, or for a mark each of its choices. */
export function answersFor({ kind }: FoundField, definition: Definition): readonly ShownOption[] {
  const isMark = kind === 'checkbox' || kind === 'radio';
  return questionsIn(definition).flatMap((field) =>
    isMark ? marksOf(field) : [optionOf(titleOf(field), shownOf(field))],
  );
}

/** Returns what a field can show of the form. @param labelOf the words for a fact */
export const factsFor = (labelOf: (fact: (typeof FACTS)[number]) => string) =>
  FACTS.map((fact) => optionOf(labelOf(fact), { fact }));

/** The questions that have one answer at one place: no tables, and nothing in entries of a repeating section. */
const questionsIn = (definition: Definition): readonly Field[] =>
  allQuestionsIn(definition).filter(({ type }) => !OF_ROWS.has(type) && !isTable(type));

/** All questions, tables and repeating sections as one each. */
export const allQuestionsIn = (definition: Definition): readonly Field[] =>
  definition.pages.flatMap(({ elements }) => elements.flatMap(questionsOf));

const OF_ROWS: ReadonlySet<string> = new Set(['paneldynamic', 'matrix']);

function questionsOf(field: Field): readonly Field[] {
  if (field.type === 'panel') return childrenOf(field).flatMap(questionsOf);
  return isStaticKind(kindOf(field)) ? [] : [field];
}

function shownOf({ name, type }: Field): Shown {
  if (type === 'signaturepad') return { signature: name };
  return type === 'file' ? { photo: name, n: 1 } : { question: name };
}

function marksOf(field: Field): readonly ShownOption[] {
  const { name: question, type } = field;
  const title = titleOf(field);
  if (type === 'boolean') return [optionOf(title, { question })];
  return readChoices(field['choices']).map(({ value, text }) =>
    optionOf(`${title}: ${text || value}`, { question, part: `choice:${value}` }),
  );
}

/** Returns the question that is shown; undefined for a fact or a text. */
export function questionShown(shows: Shown): string | undefined {
  if ('question' in shows) return shows.question;
  if ('signature' in shows) return shows.signature;
  if ('rows' in shows) return shows.rows;
  return 'photo' in shows ? shows.photo : undefined;
}
