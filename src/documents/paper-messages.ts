// The messages between the service and the process that reads PDFs. What the process says is as trustworthy as the PDF.
import { type Static, Type } from 'typebox';
import { BasePage, MAX_PAGES } from './drawing/box.ts';

/** A part of the file, or the order to read all of it. */
export type PaperOrder = { readonly piece: Uint8Array } | { readonly read: true };

export const MAX_FOUND = 5000;
const MAX_OPTIONS = 500;

const Text = (maxLength: number) => Type.String({ maxLength });

/** A field of the PDF, at one of its places. It proposes a box, and is never filled. */
export const PaperField = Type.Object({
  name: Text(500),
  label: Type.Optional(Text(500)),
  kind: Type.Union([
    Type.Literal('text'),
    Type.Literal('checkbox'),
    Type.Literal('radio'),
    Type.Literal('choice'),
    Type.Literal('signature'),
  ]),
  page: Type.Integer({ minimum: 0, maximum: MAX_PAGES - 1, description: '0 is the first page.' }),
  rect: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'Left, bottom, right and top in points, from the lower left corner of the page.',
  }),
  value: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What it stands for, of a checkbox or radio button.',
    }),
  ),
  options: Type.Optional(Type.Array(Text(200), { maxItems: MAX_OPTIONS })),
  max: Type.Optional(Type.Integer({ minimum: 1, description: 'The most characters.' })),
  comb: Type.Optional(Type.Boolean({ description: 'One cell for each character.' })),
  multiline: Type.Optional(Type.Boolean()),
  align: Type.Optional(
    Type.Union([Type.Literal('left'), Type.Literal('center'), Type.Literal('right')]),
  ),
});
export type PaperField = Static<typeof PaperField>;

/** What was left out of the paper, so that people can be told. */
export const PaperNotes = Type.Object({
  unread: Type.Integer({ description: 'Fields that could not be read.' }),
  annotations: Type.Integer({ description: 'Comments, links and stamps.' }),
  layers: Type.Boolean({ description: 'It has layers, all of which are shown.' }),
  signed: Type.Boolean({ description: 'It was signed, and its signature is not kept.' }),
  scripts: Type.Boolean({ description: 'It had scripts or actions.' }),
});
export type PaperNotes = Static<typeof PaperNotes>;

/** What a PDF is as the paper of a form. */
export const PaperContent = Type.Object({
  pages: Type.Array(BasePage, { minItems: 1, maxItems: MAX_PAGES }),
  found: Type.Array(PaperField, { maxItems: MAX_FOUND }),
  notes: PaperNotes,
});
export type PaperContent = Static<typeof PaperContent>;

export type PaperReply =
  | { readonly content: PaperContent; readonly base: Uint8Array }
  | { readonly fault: PaperFaultKind };

/**
 * `format`: it is no PDF. `damaged`: it can't be read. `password`: it asks for one. `xfa`: its pages are made by a program
 * inside. `pages`: some pages are missing or can't be read. `many`: it has too many pages or fields. `size`: a page is too
 * large or too small. `heavy`: unpacking or reading it takes too much memory or time.
 */
export const PAPER_FAULTS = [
  'format',
  'damaged',
  'password',
  'xfa',
  'pages',
  'many',
  'size',
  'heavy',
] as const;
export type PaperFaultKind = (typeof PAPER_FAULTS)[number];
