import type { PaperField } from '#documents/paper-messages.ts';
import {
  type FormField,
  type PDF,
  PdfArray,
  type PdfDict,
  PdfNumber,
  PdfString,
} from '#documents/pdf.ts';
import { type Area, onBase, overlap, rectOf, sizeOf } from './page-area.ts';
import type { PageOfWidget } from './source-form.ts';

const LONGEST_NAME = 500;
const LONGEST_VALUE = 200;
const MOST_OPTIONS = 500;
/** Flags of a field of text, and of a widget (ISO 32000-2, tables 230 and 167). */
const MULTILINE = 1 << 12;
const COMB = 1 << 24;
const UNSEEN = 0b100010;

/** Fields of the PDF, and how many of them could not be read. */
export interface FoundFields {
  readonly found: readonly PaperField[];
  readonly unread: number;
}

/** Reads the fields as a source of boxes, each on its own: one that is broken hides no other. */
export function findFields(
  pdf: PDF,
  fields: readonly FormField[],
  areas: readonly Area[],
  pageOf: PageOfWidget,
): FoundFields {
  const found: PaperField[] = [];
  let unread = 0;
  for (const field of fields) {
    try {
      found.push(...placesOf(pdf, field, areas, pageOf));
    } catch {
      unread += 1;
    }
  }
  return { found, unread };
}

const KINDS: Readonly<Record<string, PaperField['kind']>> = {
  text: 'text',
  checkbox: 'checkbox',
  radio: 'radio',
  dropdown: 'choice',
  listbox: 'choice',
  signature: 'signature',
};

function placesOf(
  pdf: PDF,
  field: FormField,
  areas: readonly Area[],
  pageOf: PageOfWidget,
): readonly PaperField[] {
  const kind = KINDS[field.type];
  if (kind === undefined) return [];
  const label = clean(field.alternateName ?? '', LONGEST_NAME);
  const facts = {
    name: clean(field.name, LONGEST_NAME),
    ...(label !== '' && { label }),
    kind,
    ...(kind === 'text' && textFacts(pdf, field)),
    ...(kind === 'choice' && { options: optionsOf(pdf, field) }),
  };
  return field.getWidgets().flatMap((widget) => {
    const page = widget.flags & UNSEEN ? undefined : pageOf(widget.ref, widget.dict);
    const rect = page === undefined ? undefined : placeOf(pdf, widget.dict, areas[page]);
    if (page === undefined || rect === undefined) return [];
    const isMarked = kind === 'checkbox' || kind === 'radio';
    const value = isMarked ? clean(onValueOf(pdf, widget.dict), LONGEST_VALUE) : '';
    return [{ ...facts, page, rect, ...(value !== '' && { value }) }];
  });
}

/** Returns where a widget is on the base; undefined if it is not on its page, or less than a point wide or high. */
function placeOf(pdf: PDF, widget: PdfDict, area: Area | undefined): number[] | undefined {
  const rect = rectOf(pdf, widget.get('Rect', pdf.getObject.bind(pdf)));
  if (area === undefined || rect === undefined) return undefined;
  const { w, h } = sizeOf(area);
  const place = overlap(onBase(area, rect), [0, 0, w, h]).map(rounded);
  const [left = 0, bottom = 0, right = 0, top = 0] = place;
  return right - left < 1 || top - bottom < 1 ? undefined : place;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function textFacts(pdf: PDF, field: FormField): Partial<PaperField> {
  const max = inheritedOf(pdf, field, 'MaxLen');
  const align = inheritedOf(pdf, field, 'Q');
  const most = max instanceof PdfNumber && max.value >= 1 ? Math.floor(max.value) : undefined;
  const side = align instanceof PdfNumber ? SIDES[align.value] : undefined;
  const { flags } = field;
  return {
    ...(most !== undefined && { max: most }),
    ...(most !== undefined && (flags & COMB) !== 0 && { comb: true }),
    ...((flags & MULTILINE) !== 0 && { multiline: true }),
    ...(side !== undefined && { align: side }),
  };
}

const SIDES: readonly PaperField['align'][] = [undefined, 'center', 'right'];
const DEEPEST = 64;

function inheritedOf(pdf: PDF, field: FormField, key: string) {
  const resolve = pdf.getObject.bind(pdf);
  let node: PdfDict | undefined = field.getDict();
  for (let level = 0; node !== undefined && level < DEEPEST; level += 1) {
    const value = node.get(key, resolve);
    if (value !== undefined) return value;
    node = node.getDict('Parent', resolve);
  }
  return undefined;
}

function optionsOf(pdf: PDF, field: FormField): string[] {
  const resolve = pdf.getObject.bind(pdf);
  const options = inheritedOf(pdf, field, 'Opt');
  if (!(options instanceof PdfArray)) return [];
  const texts: string[] = [];
  for (let i = 0; i < Math.min(options.length, MOST_OPTIONS); i += 1) {
    const each = options.at(i, resolve);
    // A pair: what is stored, and what people read.
    const shown = each instanceof PdfArray ? (each.at(1, resolve) ?? each.at(0, resolve)) : each;
    if (shown instanceof PdfString) texts.push(clean(shown.asString(), LONGEST_VALUE));
  }
  return texts;
}

/** Returns the name of the appearance that is not "Off". */
function onValueOf(pdf: PDF, widget: PdfDict): string {
  const resolve = pdf.getObject.bind(pdf);
  const looks = widget.getDict('AP', resolve)?.getDict('N', resolve);
  if (looks === undefined || looks.type === 'stream') return '';
  for (const { value } of looks.keys()) if (value !== 'Off') return value;
  return '';
}

/** Names come from the file. What changes how text is shown, or can't be stored, is left out. */
function clean(text: string, most: number): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}
