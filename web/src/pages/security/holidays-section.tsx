import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { HolidaysBody } from '#series/app-types.ts';
import { holidaysQuery, setHolidays } from '#web/api/series.ts';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MAX_HOLIDAYS = 500;

/** The days on which the organisation is closed. */
export function HolidaysSection() {
  const { t } = useTranslation();
  const query = useQuery(holidaysQuery);
  return (
    <Section title={t('security.holidays.title')} lead={t('security.holidays.lead')}>
      <QueryState what={t('security.holidays.title')} query={query} />
      {query.data && <HolidaysForm holidays={query.data.holidays} />}
    </Section>
  );
}

function HolidaysForm({ holidays }: HolidaysBody) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { holidays },
    validate: {
      holidays: {
        day: (day: string) => (day === '' ? t('field.required') : null),
        name: (name: string) => (name.trim() === '' ? t('field.required') : null),
      },
    },
    send: ({ holidays: chosen }) => setHolidays(chosen),
    done() {
      notifications.show({ message: t('security.saved') });
    },
  });
  const { holidays: shown } = form.values;
  return (
    <SendForm form={form} verb={t('security.save')} isDisabled={!form.isDirty()}>
      {shown.length === 0 && <Text c="dimmed">{t('security.holidays.none')}</Text>}
      <Stack gap="xs">
        {shown.map(({ name }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and a day may be typed twice
          <Group key={i} wrap="nowrap" align="start" gap="xs">
            <TextInput
              type="date"
              aria-label={t('security.holidays.day')}
              {...form.getInputProps(`holidays.${i}.day`)}
            />
            <TextInput
              flex={1}
              aria-label={t('security.holidays.name')}
              placeholder={t('security.holidays.name')}
              maxLength={100}
              {...form.getInputProps(`holidays.${i}.name`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={t('security.holidays.remove', { name })}
              onClick={() => form.removeListItem('holidays', i)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={shown.length >= MAX_HOLIDAYS}
        onClick={() => form.insertListItem('holidays', { day: '', name: '' })}
      >
        {t('security.holidays.add')}
      </Button>
    </SendForm>
  );
}
