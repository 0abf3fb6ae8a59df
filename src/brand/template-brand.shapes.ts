import { type Static, Type } from 'typebox';
import { Logo } from './brand.shapes.ts';

/** The most characters of a header or footer: one line of a page. */
const MAX_LINE = 200;

const accent = (text: string) => Type.String({ maxLength: 100, description: text });
const line = Type.String({
  maxLength: MAX_LINE,
  description: 'One line. `{number}`, `{date}` and `{page}` are replaced.',
});
const pageSize = Type.Union([Type.Literal('A4'), Type.Literal('Letter')]);
const columns = Type.Union([Type.Literal(1), Type.Literal(2)], {
  description: 'With two, short fields are side by side where the screen is wide enough.',
});

export const TemplateBrand = Type.Object(
  {
    accent: Type.Optional(accent('`#rrggbb`; left out: the colour of the organisation.')),
    logo: Type.Optional(Logo),
    header: Type.Optional(line),
    footer: Type.Optional(line),
    pageSize,
    columns,
  },
  {
    title: 'TemplateBrand',
    description:
      'What the forms of a template look like, on pages and in PDFs. What is left out is the organisation’s.',
  },
);
export type TemplateBrand = Static<typeof TemplateBrand>;

export const TemplateBrandBody = Type.Object(
  {
    accent: Type.Optional(Type.Union([accent('`#rrggbb` or `#rgb`.'), Type.Null()])),
    header: Type.Optional(Type.Union([line, Type.Null()])),
    footer: Type.Optional(Type.Union([line, Type.Null()])),
    pageSize: Type.Optional(pageSize),
    columns: Type.Optional(columns),
    removeLogo: Type.Optional(
      Type.Boolean({ description: 'true: the logo of the organisation is shown again.' }),
    ),
  },
  {
    title: 'TemplateBrandChange',
    additionalProperties: false,
    description: 'Members that are left out stay as they are.',
  },
);
export type TemplateBrandBody = Static<typeof TemplateBrandBody>;
