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
  const { naming, rules } = data;
  const shown = (count: number) =>
    `${count.toLocaleString(i18n.language)}${count === MOST ? '+' : ''}`;
  const effects = EFFECTS.filter((each) => data[each] > 0);
  // Rules that may be seen are named below.
  const broken = NAMING.filter((each) => naming[each] > 0 && !(each === 'rules' && rules));
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
      {rules !== undefined && rules.items.length > 0 && (
        <Callout tone="amber" icon={IconAlertTriangle} title={t('outline.publishing.rules')}>
          <List>
            {rules.items.map(({ id, name, fields }) => (
              <List.Item key={id}>
                {name}
                <List>
                  {fields.map(({ title, change }) => (
                    <List.Item key={`${title} ${change}`}>
                      {t(`outline.publishing.change.${change}`, { title })}
                    </List.Item>
                  ))}
                </List>
              </List.Item>
            ))}
          </List>
          {rules.more > 0 && (
            <Text size="sm">
              {t('outline.publishing.moreRules', { count: rules.more, shown: shown(rules.more) })}
            </Text>
          )}
        </Callout>
      )}
    </Stack>
  );
}
