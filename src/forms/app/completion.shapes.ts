import { type Static, Type } from 'typebox';
import { RemovedAnswers } from '#form-basics/index.ts';
import { LocaleShape } from '#http/shapes.ts';
import { AnyJson, AppFormDetail, Revision } from './app-form.shapes.ts';

export const AppFormCompleted = Type.Object(
  { ...AppFormDetail.properties, removed: Type.Optional(RemovedAnswers) },
  { title: 'AppFormCompleted' },
);
export type AppFormCompleted = Static<typeof AppFormCompleted>;

export const AppFormCompletion = Type.Object(
  {
    revision: Type.Optional(Revision),
    answers: Type.Optional({
      ...AnyJson,
      description: 'All answers. If omitted, the stored ones.',
    }),
    locale: Type.Optional(LocaleShape),
  },
  { title: 'AppFormCompletion', additionalProperties: false },
);

/** In the query, because nodes of 0.2.0 refuse an unknown member of the body. */
export const COMPLETION_QUERY = Type.Object(
  {
    completedMsAgo: Type.Optional(
      Type.Integer({
        description:
          'The milliseconds since the user completed the form on the device, by its clock. The time that follows from it is at the earliest when the form was created, or, if the user created it, when its version of the template was published.',
      }),
    ),
  },
  { additionalProperties: false },
);
