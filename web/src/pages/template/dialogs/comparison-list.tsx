import { List, Text } from '@mantine/core';
import type { Comparison } from '#web/builder/compare.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Names the fields by which two definitions differ. */
export function ComparisonList({ comparison }: { readonly comparison: Comparison }) {
  const { t } = useTranslation();
  const { added, removed, changed, isReordered } = comparison;
  const parts = [
    { name: t('builder.added'), titles: added },
    { name: t('builder.removed'), titles: removed },
    { name: t('builder.changed'), titles: changed },
  ].filter(({ titles }) => titles.length > 0);
  return (
    <List>
      {parts.map(({ name, titles }) => (
        <List.Item key={name} className="wrap-anywhere">
          <Text span fw={600}>
            {name}:
          </Text>{' '}
          {titles.join(', ')}
        </List.Item>
      ))}
      {isReordered && <List.Item>{t('builder.reordered')}</List.Item>}
    </List>
  );
}
