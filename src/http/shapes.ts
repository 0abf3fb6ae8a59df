// Schemas that many answers and bodies of /app/v1 share.
import { Type } from 'typebox';

export const RoleShape = Type.Union([
  Type.Literal('admin'),
  Type.Literal('designer'),
  Type.Literal('member'),
]);

/** The languages of `kernel/locale.ts`. */
export const LocaleShape = Type.Union([Type.Literal('en'), Type.Literal('de')]);

export const Time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });

/** A person or a thing that an answer refers to. */
export const IdAndName = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String({ description: 'Left out if it was deleted.' })),
});
