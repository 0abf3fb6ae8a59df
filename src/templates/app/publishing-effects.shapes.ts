import { type Static, Type } from 'typebox';

const count = (description: string) =>
  Type.Integer({ description: `${description} At most 1,000 are counted.` });

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
  },
  { title: 'PublishingEffects' },
);
export type PublishingEffectsItem = Static<typeof PublishingEffectsShape>;
