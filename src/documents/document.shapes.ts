import { type Static, Type } from 'typebox';
import { MAX_DOCUMENTS } from './documents.store.ts';
import { type Layout, LayoutShape } from './drawing/box.ts';
import { FoundField, PaperNotes } from './paper-messages.ts';

const LayoutField = Type.Unsafe<Layout>(LayoutShape);
const Title = Type.String({ minLength: 1, maxLength: 100 });

export const DocumentName = Type.Object(
  { id: Type.String(), title: Title },
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
    found: Type.Array(FoundField, {
      description: 'The fields of the PDF. They propose boxes, and are never filled in.',
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
  { title: Type.Optional(Title), layout: Type.Optional(LayoutField) },
  { additionalProperties: false, title: 'DocumentBody' },
);

export const DOCUMENT_QUERY = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 100, description: 'What people call it.' }) },
  { additionalProperties: false },
);
