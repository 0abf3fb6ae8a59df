import { Alert, Group, Text } from '@mantine/core';
import { IconDatabaseExclamation, IconDeviceMobileCheck } from '@tabler/icons-react';
import { timeText } from '#web/components/time-text.ts';
import { useWorkSet } from '#web/offline/use-work-set.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Says how many of the person's open forms can be filled in without a network. */
export function AheadNote() {
  const { t, i18n } = useTranslation();
  const set = useWorkSet();
  if (set === undefined || set.count === 0) return undefined;
  const { count, at } = set;
  const ready = set.ready.length;
  if (set.isFull) {
    return (
      <Alert
        role="status"
        variant="outline"
        icon={<IconDatabaseExclamation />}
        title={t('forms.ahead.full')}
      >
        {t('forms.ahead.fullHint', { ready, count })}
      </Alert>
    );
  }
  const when = timeText(new Date(at), new Date(), i18n.locale, shownZone());
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <IconDeviceMobileCheck size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs">
        {t(ready === count ? 'forms.ahead.all' : 'forms.ahead.some', { ready, count, when })}
      </Text>
    </Group>
  );
}
