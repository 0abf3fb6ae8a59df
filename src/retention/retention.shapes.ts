import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import { MAX_DAYS, MOST_COUNTED } from './retention.ts';

const terms = {
  action: Type.Union([Type.Literal('delete'), Type.Literal('blank')], {
    description:
      '`delete`: the form with its files and history. `blank`: the answers to `fields`, with their files.',
  }),
  days: Type.Integer({ description: `From 1 to ${MAX_DAYS}, counted from \`countedFrom\`.` }),
  countedFrom: Type.Union([Type.Literal('completion'), Type.Literal('creation')], {
    description: '`creation` includes drafts.',
  }),
};

const sentTerms = {
  action: Type.Union([Type.Literal('keep'), Type.Literal('delete'), Type.Literal('blank')], {
    description: '`keep` removes the rule; it needs no other member.',
  }),
  days: Type.Optional(terms.days),
  countedFrom: Type.Optional(terms.countedFrom),
  fields: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 1000,
      description: 'The names of the questions to blank.',
    }),
  ),
  location: Type.Optional(
    Type.Boolean({ description: 'true: `blank` also removes the location of the form.' }),
  ),
};

export const RetentionTermsBody = Type.Object(sentTerms, {
  title: 'RetentionTerms',
  additionalProperties: false,
});

export const RetentionChangeBody = Type.Object(
  {
    ...sentTerms,
    unchangedSince: Type.Optional(
      Type.Union([Time(), Type.Null()], {
        description:
          'The `setAt` of the rule that was read, null if there was none. If the rule is another one by now, it stays (412).',
      }),
    ),
  },
  { title: 'RetentionChange', additionalProperties: false },
);

const Next = Type.Object({
  at: Time(),
  count: Type.Integer({
    description: `The forms that are due then. ${MOST_COUNTED + 1}: more than ${MOST_COUNTED}.`,
  }),
});

export const RetentionDetail = Type.Object(
  {
    rule: Type.Optional(
      Type.Object(
        {
          ...terms,
          fields: Type.Array(Type.String()),
          location: Type.Boolean(),
          setAt: Time(),
          setBy: Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
        },
        { description: 'Left out where forms are kept for ever.' },
      ),
    ),
    next: Type.Optional({
      ...Next,
      description:
        'When forms are next deleted or blanked, at least a week after the managers were notified.',
    }),
    fields: Type.Array(Type.Object({ name: Type.String(), title: Type.String() }), {
      description: 'The fields that can be blanked.',
    }),
  },
  { title: 'Retention' },
);
export type RetentionDetail = Static<typeof RetentionDetail>;

export const RetentionTrial = Type.Object(
  {
    count: Type.Integer({
      description: `The forms that these terms would affect today. ${MOST_COUNTED + 1}: more than ${MOST_COUNTED}.`,
    }),
  },
  { title: 'RetentionTrial' },
);
export type RetentionTrial = Static<typeof RetentionTrial>;
