import { type TSchema, Type } from 'typebox';

/** An order by two texts keeps their beginnings, and up to 50 versions of the template. */
export const MAX_CURSOR_LENGTH = 8192;

/** The parameters that every list of the web app takes beside its filters. */
export const PAGE_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  cursor: Type.Optional(
    Type.String({
      maxLength: MAX_CURSOR_LENGTH,
      description: 'The value of `next` from the previous page, unchanged.',
    }),
  ),
};

/** Undefined at the end of a list. */
export const Next = Type.Optional(
  Type.String({ description: 'Send it as `cursor` to get the next page.' }),
);

/** Returns the schema of a page of a list that has nothing but its items. */
export const pageOf = <T extends TSchema>(item: T, title: string) =>
  Type.Object({ items: Type.Array(item), next: Next }, { title });
