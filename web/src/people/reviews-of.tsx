import { List } from '@mantine/core';
import type { UserConsequences } from '#administration/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface ReviewsOfProps {
  readonly reviews: UserConsequences['reviews'];
}

/** Names the templates whose forms a user or a group reviews, as an item of a list; nothing without any. */
export function ReviewsOf({ reviews: { named, more } }: ReviewsOfProps) {
  const { t } = useTranslation();
  if (named.length === 0) return undefined;
  const names = named.map(({ name }) => name).join(', ');
  return (
    <List.Item>
      {more === 0
        ? t('reviews.namedIn', { names })
        : t('reviews.namedInMore', { names, count: more })}
    </List.Item>
  );
}
