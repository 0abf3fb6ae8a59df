import { Text } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';

/** Says why numbers in different units have no sum and no mean, and where each unit can be calculated with. */
export function SeveralUnits() {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">{t('summary.severalUnits')}</Text>
      <Text size="sm" c="dimmed">
        {t('summary.severalUnitsHint')}
      </Text>
    </>
  );
}
