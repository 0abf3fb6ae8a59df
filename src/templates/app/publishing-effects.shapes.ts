import { type Static, Type } from 'typebox';

const count = (description: string) =>
  Type.Integer({ description: `${description} At most 1,000 are counted.` });

const ConcernedRule = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  fields: Type.Array(
    Type.Object({
      title: Type.String(),
      change: Type.Union([Type.Literal('removed'), Type.Literal('type'), Type.Literal('choices')], {
        description:
          '`removed`: the new version does not have the field. `type`: its type is another one. `choices`: an option of it is removed.',
      }),
    }),
    { description: 'The first five fields that it names.' },
  ),
});

export const PublishingEffectsShape = Type.Object(
  {
    drafts: count('Drafts of forms. Each keeps the version that it was begun with.'),
    inReview: count('Forms in review. Each keeps its version and its steps.'),
    waiting: count('Assignments that nobody has begun. Their forms get the new version.'),
    links: count('Public links that have not ended. They show the new version at once.'),
    series: count('Series with dates to come. Their next forms get the new version.'),
    searchedAgain: Type.Integer({
      description:
        'Forms that are indexed again, because other answers are searched than before. 0 if the same are searched.',
    }),
    naming: Type.Object(
      {
        views: count('Saved views of answers.'),
        dashboards: count('Dashboards.'),
        rules: count('Rules that are on.'),
        scheduledExports: count('Scheduled exports that are running.'),
        prefilled: count('Assignments that nobody has begun, with answers filled in.'),
      },
      { description: 'What names a field that the new version no longer has.' },
    ),
    rules: Type.Optional(
      Type.Object(
        {
          items: Type.Array(ConcernedRule, { description: 'The first ten, in their order.' }),
          more: count('The others.'),
        },
        {
          description:
            'The rules that are on and name a field that the new version removes or changes. Only for users who see all forms of the template.',
        },
      ),
    ),
  },
  { title: 'PublishingEffects' },
);
export type PublishingEffectsItem = Static<typeof PublishingEffectsShape>;
