import { type JsonObject, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { fold } from '#kernel/text.ts';
import { type Choice, type Question, questionsOf } from '#questionnaires/reading/questions.ts';
import {
  type Layout,
  MAX_COMB_CELLS,
  type PaperBox,
  type Shown,
  soundLayout,
} from './drawing/box.ts';
import type { PaperContent, PaperField } from './paper-messages.ts';

/** The largest and the smallest letters of a proposed box, in points. */
const SIZE = { min: 6, max: 11 };

/**
 * Proposes what is drawn where: fields of the PDF that are named or labelled like a question show its answer. Fields that
 * are like none get no box.
 */
export function proposeLayout(
  { pages, found }: PaperContent,
  definition: JsonObject,
  locale: Locale,
): Layout {
  const questions = questionsOf(definition, locale).filter(({ inner }) => !inner);
  const named = new Map<string, Question>();
  for (const question of questions) {
    for (const key of [question.title, question.name].map(keyOf)) {
      if (key !== '') named.set(key, question);
    }
  }
  const boxes = found.flatMap((field, i) => {
    const question = [field.name, lastOf(field.name), field.label ?? '']
      .map((name) => named.get(keyOf(name)))
      .find((each) => each);
    const shows = question && shownAt(field, question);
    return shows ? boxAtField(field, i, shows) : [];
  });
  return soundLayout({ pages, boxes, left: [] });
}

/** Returns boxes that show the number of each field, from 1: names of fields seldom say where they are. */
export const numberFields = ({ pages, found }: PaperContent): Layout =>
  soundLayout({
    pages,
    boxes: found.map((field, i) => {
      const { tick: _, cells: __, ...box } = boxAtField(field, i, { text: String(i + 1) });
      return { ...box, fit: 'shrink', size: { min: 4, max: 11 }, colour: '#b3261e' };
    }),
    left: [],
  });

/** Returns a box at the place of the field of a PDF with this position among all. */
export function boxAtField(field: PaperField, at: number, shows: Shown): PaperBox {
  const isMark = field.kind === 'checkbox' || field.kind === 'radio';
  const cells = cellsIn(field);
  return {
    ...{ id: idAt(at), page: field.page, rect: field.rect, from: field.name, shows },
    fit: cells === undefined ? (field.multiline === true ? 'wrap' : 'shrink') : 'comb',
    ...(cells !== undefined && { cells }),
    size: SIZE,
    align: field.align === undefined || field.align === 'left' ? 'start' : field.align,
    valign: field.multiline === true ? 'top' : 'middle',
    ...(isMark && { tick: { style: 'cross' as const } }),
    empty: '',
  };
}

/** Returns how many cells a field has; undefined if it has none, or more than a box may have. */
export const cellsIn = ({
  comb,
  max = Number.POSITIVE_INFINITY,
}: PaperField): number | undefined => (comb === true && max <= MAX_COMB_CELLS ? max : undefined);

/** The id of the box at the place of a field of the PDF. */
export const idAt = (at: number): string => `f${at + 1}`;

/** Returns the position of the field at whose place a box is, by the id of the box; undefined for one that somebody drew. */
export function fieldAt(id: string): number | undefined {
  const number = /^f(\d{1,6})$/.exec(id)?.[1];
  return number === undefined ? undefined : Number(number) - 1;
}

/** Returns what a field shows of a question; undefined for a mark that stands for none of its choices. */
function shownAt({ kind, value }: PaperField, question: Question): Shown | undefined {
  const { name, type, choices } = question;
  if (type === 'signaturepad') return { signature: name };
  if (type === 'file') return { photo: name, n: 1 };
  if (kind !== 'checkbox' && kind !== 'radio') return { question: name };
  if (type === 'boolean') return { question: name };
  const choice = choices.find((each) => isMeant(each, value ?? ''));
  return choice && { question: name, part: `choice:${textOf(choice.value)}` };
}

const isMeant = ({ value, text }: Choice, wanted: string): boolean =>
  [textOf(value), text].some((each) => keyOf(each) === keyOf(wanted));

/** Programs number the parts of names: `form[0].page[0].city[0]` is the city. */
const lastOf = (name: string): string =>
  name
    .split('.')
    .at(-1)
    ?.replace(/\[\d+\]$/, '') ?? '';

const keyOf = (name: string): string => fold(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');
