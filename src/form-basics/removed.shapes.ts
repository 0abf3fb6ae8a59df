import { Type } from 'typebox';

/** The answers that completion removed: in its response, and in the history of the form. */
export const RemovedAnswers = Type.Array(
  Type.Object({
    at: Type.String({ description: 'The position of the answer, such as `visits[0].why`.' }),
    field: Type.String({ description: 'The name of the field that contains it.' }),
    why: Type.Union([Type.Literal('hidden'), Type.Literal('not-offered')]),
  }),
  {
    description: [
      'Answers that completing took away: their fields are hidden by other answers, or do not offer any more what was',
      'chosen. At most 100; left out if there are none.',
    ].join('\n'),
  },
);
