import { Text } from '@mantine/core';
import type { TileSettings } from '#answer-tables/app-types.ts';
import { usePeriodText } from '#web/conditions/period-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface TileScopeProps {
  readonly templateName: string | undefined;
  readonly settings: TileSettings;
}

/** Says what a tile counts: the template, when its forms were created, and whether only some of them are counted. */
export function TileScope({ templateName, settings }: TileScopeProps) {
  const { t } = useTranslation();
  const { status, where } = settings;
  const period = usePeriodText(settings);
  const said = [
    ...(templateName === undefined ? [] : [templateName]),
    period ?? t('summary.createdIn', { period: t('summary.always') }),
    ...(status === undefined ? [] : [`${t('forms.status')}: ${t(`forms.statuses.${status}`)}`]),
    ...(where === undefined ? [] : [t('dashboards.filtered')]),
  ];
  return (
    <Text size="sm" c="dimmed" className="wrap-anywhere">
      {said.join(' · ')}
    </Text>
  );
}
