import { SimpleGrid, Text, TextInput } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { SettingsForm, useSettings } from './settings-form.tsx';

const MINUTE_S = 60;
const HOUR_S = 3600;
/** The bounds of the server, in minutes and in hours. */
const LIMITS = { idle: { from: 5, to: 1440 }, longest: { from: 1, to: 720 } } as const;
type Field = keyof typeof LIMITS;
const FIELDS: readonly Field[] = ['idle', 'longest'];

/** The timeout of inactive sessions and the maximum length of a session. */
export function SessionSection({ sessions }: Pick<AccountSettings, 'sessions'>) {
  const { t } = useTranslation();
  const within = (field: Field) => (text: string) => {
    const { from, to } = LIMITS[field];
    const isFine = /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to;
    return isFine ? null : t('security.between', { from, to });
  };
  const form = useSettings({
    initialValues: {
      idle: String(Math.round(sessions.idleSeconds / MINUTE_S)),
      longest: String(Math.round(sessions.longestSeconds / HOUR_S)),
    },
    validate: {
      idle: (text, { longest }) =>
        within('idle')(text) ??
        (Number(text) * MINUTE_S > Number(longest) * HOUR_S ? t('security.idleTooLong') : null),
      longest: within('longest'),
    },
    changeOf: ({ idle, longest }) => ({
      sessions: {
        ...(idle !== undefined && { idleSeconds: Number(idle) * MINUTE_S }),
        ...(longest !== undefined && { longestSeconds: Number(longest) * HOUR_S }),
      },
    }),
  });
  return (
    <Section title={t('security.sessions')} lead={t('security.sessionsLead')}>
      <SettingsForm form={form}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(`security.${field}`)}
              description={t(`security.${field}Hint`)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="number"
              inputMode="numeric"
              min={LIMITS[field].from}
              max={LIMITS[field].to}
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t('security.confirmed', { minutes: sessions.confirmedSeconds / MINUTE_S })}
        </Text>
      </SettingsForm>
    </Section>
  );
}
