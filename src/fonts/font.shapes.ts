import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

export const Font = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'As the font names itself.' }),
    characters: Type.Integer({ description: 'How many characters it has.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Type.String({ description: 'Of the file, in hexadecimal.' }),
    createdAt: Time(),
  },
  { title: 'Font' },
);
export type Font = Static<typeof Font>;

export const FontList = Type.Object(
  {
    items: Type.Array(Font, { description: 'At most three, in the order in which they are used.' }),
  },
  { title: 'FontList' },
);
export type FontList = Static<typeof FontList>;
