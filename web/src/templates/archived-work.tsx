import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { publishingEffectsQuery } from '#web/api/template-design.ts';
import { useTranslation } from '#web/texts/texts.ts';

const RESTING = ['series', 'links', 'waiting'] as const;

/** Says what of a template rests while it is archived. Shows nothing if nothing does, or for those who may not ask. */
export function ArchivedWork({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(publishingEffectsQuery(id, -1));
  const resting = RESTING.filter((each) => data && data[each] > 0);
  if (!data || resting.length === 0) return undefined;
  return (
    <Stack gap="xs">
      <Text>{t('rules.resting')}</Text>
      <List>
        {resting.map((each) => {
          const count = data[each];
          const shown = count.toLocaleString(i18n.language);
          return <List.Item key={each}>{t(`rules.rests.${each}`, { count, shown })}</List.Item>;
        })}
      </List>
    </Stack>
  );
}
