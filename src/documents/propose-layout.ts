import { type JsonObject, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { fold } from '#kernel/text.ts';
import { type Choice, type Question, questionsOf } from '#questionnaires/reading/questions.ts';
import type { Layout, PaperBox, Shown } from './drawing/box.ts';
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
    for (const key of [question.title, question.name]) named.set(keyOf(key), question);
  }
  const boxes = found.flatMap((field, i) => {
    const question = [field.name, lastOf(field.name), field.label ?? '']
      .map((name) => named.get(keyOf(name)))
      .find((each) => each);
    const shows = question && shownAt(field, question);
    return shows ? boxAtField(field, i, shows) : [];
  });
  return { pages, boxes, left: [] };
}

/** Returns a box at the place of the field of a PDF with this position among all. */
export function boxAtField(field: PaperField, at: number, shows: Shown): PaperBox {
  const isMark = field.kind === 'checkbox' || field.kind === 'radio';
  const cells = field.comb === true ? field.max : undefined;
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

export const idAt = (at: number): string => `f${at + 1}`;

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
