import { Radio, Stack, TextInput } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { SettingsForm, useSettings } from './settings-form.tsx';

const WHOM = ['nobody', 'admins', 'designers', 'everybody'] as const;
const MOST_DAYS = 90;

const isDays = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MOST_DAYS;

/** Chooses who must have a second factor, and the grace period in days. */
export function SecondFactorSection({ secondFactor }: Pick<AccountSettings, 'secondFactor'>) {
  const { t } = useTranslation();
  const form = useSettings({
    initialValues: { for: secondFactor.for, days: String(secondFactor.graceDays) },
    validate: {
      days: (text) => (isDays(text) ? null : t('security.between', { from: 0, to: MOST_DAYS })),
    },
    changeOf: (values) => ({
      secondFactor: {
        ...(values.for !== undefined && { for: values.for }),
        ...(values.days !== undefined && { graceDays: Number(values.days) }),
      },
    }),
  });
  return (
    <Section title={t('secondFactor.title')} lead={t('secondFactor.ruleLead')}>
      <SettingsForm form={form}>
        <Radio.Group label={t('secondFactor.whom')} {...form.getInputProps('for')}>
          <Stack gap="xs" mt="xs">
            {WHOM.map((each) => (
              <Radio key={each} value={each} label={t(`secondFactor.whoms.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('secondFactor.days')}
          description={t('secondFactor.daysHint')}
          type="number"
          inputMode="numeric"
          min={0}
          max={MOST_DAYS}
          maw="26rem"
          disabled={form.values.for === 'nobody'}
          {...form.getInputProps('days')}
        />
      </SettingsForm>
    </Section>
  );
}
