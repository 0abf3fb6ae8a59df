import { List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TemplateDetail } from '#templates/app-types.ts';
import { publishingEffectsQuery } from '#web/api/template-design.ts';
import { Callout } from '#web/components/callout.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** What gets the new version, and what keeps an older one, in the order in which people ask. */
const EFFECTS = ['drafts', 'inReview', 'waiting', 'links', 'series', 'searchedAgain'] as const;
const NAMING = ['rules', 'views', 'dashboards', 'scheduledExports', 'prefilled'] as const;
/** What the server counts at most, except for the forms that are searched again. */
const MOST = 1000;

/** Says with counts what publishing changes for others. What it does not touch is left out. */
export function PublishingEffects({ template }: { readonly template: TemplateDetail }) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(publishingEffectsQuery(template.id, template.revision));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { naming } = data;
  const shown = (count: number) =>
    `${count.toLocaleString(i18n.language)}${count === MOST ? '+' : ''}`;
  const effects = EFFECTS.filter((each) => data[each] > 0);
  const broken = NAMING.filter((each) => naming[each] > 0);
  return (
    <Stack gap="xs">
      <Text fw={550}>{t('outline.publishing.title')}</Text>
      {effects.length === 0 && <Text>{t('outline.publishing.nothing')}</Text>}
      <List>
        {effects.map((each) => (
          <List.Item key={each}>
            {t(`outline.publishing.${each}`, { count: data[each], shown: shown(data[each]) })}
          </List.Item>
        ))}
      </List>
      {broken.length > 0 && (
        <Callout tone="amber" icon={IconAlertTriangle} title={t('outline.publishing.naming')}>
          <List>
            {broken.map((each) => (
              <List.Item key={each}>
                {t(`outline.publishing.of.${each}`, {
                  count: naming[each],
                  shown: shown(naming[each]),
                })}
              </List.Item>
            ))}
          </List>
        </Callout>
      )}
    </Stack>
  );
}
