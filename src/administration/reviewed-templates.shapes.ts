import { Type } from 'typebox';
import type { ReviewedTemplates } from '#templates/index.ts';

/** The templates that a user or a group is a reviewer of. */
export const ReviewedTemplatesShape = Type.Object(
  {
    named: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'By name, at most 20.',
    }),
    more: Type.Integer({ description: 'How many more there are. At most 1,000 are counted.' }),
  },
  {
    description:
      'The templates whose published version names the user or group as a reviewer, a deputy or the fallback group.',
  },
);

/** Returns them as the shape has them. */
export const shownReviews = ({ named, more }: ReviewedTemplates) => ({ named: [...named], more });
