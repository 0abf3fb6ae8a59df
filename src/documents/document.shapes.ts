import { type Static, Type } from 'typebox';
import { MAX_DOCUMENTS } from './documents.store.ts';
import { type Layout, LayoutShape, MAX_BOXES, type Shown, ShownShape } from './drawing/box.ts';
import { MAX_FOUND, PaperField, PaperNotes } from './paper-messages.ts';

const LayoutField = Type.Unsafe<Layout>(LayoutShape);
const Title = Type.String({ minLength: 1, maxLength: 100 });

const DocumentName = Type.Object(
  {
    id: Type.String(),
    title: Title,
    isPublished: Type.Boolean({ description: 'False while only the draft has it.' }),
  },
  { title: 'DocumentName' },
);

export const DocumentList = Type.Object(
  { items: Type.Array(DocumentName, { maxItems: MAX_DOCUMENTS }) },
  { title: 'DocumentList' },
);
export type DocumentList = Static<typeof DocumentList>;

export const DocumentDetail = Type.Object(
  {
    id: Type.String(),
    title: Title,
    revision: Type.Integer(),
    layout: LayoutField,
    found: Type.Array(PaperField, {
      description:
        'The fields of the PDF. They propose boxes, and are never filled in. The box at the place of the first one has the id `f1`.',
    }),
    notes: PaperNotes,
    unplaced: Type.Array(Type.String(), {
      description:
        'The questions of the draft that no box shows and that are not left out on purpose: they are printed in an annex.',
    }),
    lost: Type.Array(Type.String(), {
      description:
        'The ids of boxes whose question the draft no longer has. The template can not be published with them.',
    }),
  },
  { title: 'Document' },
);
export type DocumentDetail = Static<typeof DocumentDetail>;

export const DocumentBody = Type.Object(
  {
    title: Type.Optional(Title),
    layout: Type.Optional(LayoutField),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            found: Type.Integer({
              minimum: 0,
              maximum: MAX_FOUND - 1,
              description: 'Its position in `found`.',
            }),
            shows: Type.Union([Type.Unsafe<Shown>(ShownShape), Type.Null()], {
              description: 'What is drawn at its place; null: nothing.',
            }),
          },
          { additionalProperties: false },
        ),
        {
          maxItems: MAX_FOUND,
          description:
            'What is drawn at the places of fields of the PDF, after `layout` if that is sent too. The box of the first one has the id `f1`.',
        },
      ),
    ),
    left: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: MAX_BOXES,
        description: 'Questions that are deliberately not printed, instead of those of the layout.',
      }),
    ),
  },
  { additionalProperties: false, title: 'DocumentBody' },
);
export type DocumentBody = Static<typeof DocumentBody>;

export const DOCUMENT_QUERY = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 100, description: 'What people call it.' }) },
  { additionalProperties: false },
);

const Names = (description: string) => Type.Array(Type.String(), { description });

export const ReplacedDocument = Type.Object(
  {
    document: DocumentDetail,
    kept: Type.Integer({ description: 'Boxes that are where they were.' }),
    moved: Type.Integer({ description: 'Boxes whose field is elsewhere now.' }),
    lost: Names('The names of fields, and ids of other boxes, that the new PDF has no place for.'),
    added: Names('The names of fields that the PDF before did not have.'),
  },
  { title: 'ReplacedDocument' },
);
export type ReplacedDocument = Static<typeof ReplacedDocument>;
