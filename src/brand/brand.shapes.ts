import { type Static, Type } from 'typebox';

/** A logo on a page. */
export const Logo = Type.Object({
  url: Type.String({ description: 'A path, which changes with the picture.' }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer({ description: 'In pixels.' }),
});

/** What pages show of an organisation. */
export const Brand = Type.Object(
  {
    accent: Type.Optional(
      Type.String({
        description:
          '`#rrggbb`, as it was set; left out: Formstead’s own colour. Pages make shades of it that can be read.',
      }),
    ),
    logo: Type.Optional(Logo),
  },
  { title: 'Brand', description: 'The colour and the logo of the organisation.' },
);
export type Brand = Static<typeof Brand>;
