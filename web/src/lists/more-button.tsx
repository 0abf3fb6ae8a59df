import { Button, Group } from '@mantine/core';
import { Problem } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { List } from './use-list.ts';

type MoreButtonProps = {
  readonly list: Pick<
    List<unknown, never>,
    'items' | 'hasMore' | 'isLoading' | 'error' | 'loadMore' | 'retry'
  >;
};

/** Reads on a list that has no table to scroll; it also says when that failed. */
export function MoreButton({
  list: { items, hasMore, isLoading, error, ...list },
}: MoreButtonProps) {
  const { t } = useTranslation();
  if (error !== null) return <Problem error={error} onRetry={list.retry} />;
  if (!hasMore || items.length === 0) return undefined;
  return (
    <Group>
      <Button variant="default" size="xs" loading={isLoading} onClick={list.loadMore}>
        {t('list.more')}
      </Button>
    </Group>
  );
}
