import { type Static, Type } from 'typebox';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { IdAndName, LocaleShape, Time } from '#http/shapes.ts';

const Told = Type.Object({
  text: Type.String({ description: 'The answer as people read it; empty for no answer.' }),
  isCut: Type.Optional(Type.Boolean({ description: 'true: only its beginning.' })),
});

export const AppCorrectionItem = Type.Object(
  {
    id: Type.String({ description: 'The id of its entry in the history of the form.' }),
    at: Time(),
    actor: Type.Optional(IdAndName),
    field: Type.String({ description: 'The name of the question.' }),
    title: Type.String(),
    from: Type.Optional({
      ...Told,
      description: 'Left out, with `to`, while a condition hides the question.',
    }),
    to: Type.Optional(Told),
  },
  { title: 'AppCorrectionItem' },
);
export type AppCorrectionItem = Static<typeof AppCorrectionItem>;

export const AppCorrectionList = pageOf(AppCorrectionItem, 'AppCorrectionList');
export type AppCorrectionList = Static<typeof AppCorrectionList>;

export const CORRECTION_QUERY = Type.Object(
  { locale: Type.Optional(LocaleShape) },
  { additionalProperties: false },
);

export const CORRECTIONS_QUERY = Type.Object(
  { locale: Type.Optional(LocaleShape), ...PAGE_QUERY },
  { additionalProperties: false },
);
