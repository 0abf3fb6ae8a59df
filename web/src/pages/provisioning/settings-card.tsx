import { NumberInput, SimpleGrid, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Provisioning } from '#provisioning/app-types.ts';
import { changeSettings } from '#web/api/provisioning.ts';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The bounds of the server. */
const LIMITS = {
  sharePercent: { label: 'share', to: 100 },
  minimum: { label: 'minimum', to: 100_000 },
  windowMinutes: { label: 'window', to: 1440 },
  retentionDays: { label: 'retention', to: 366 },
} as const;
type NumberField = keyof typeof LIMITS;
const NUMBERS: readonly NumberField[] = [
  'sharePercent',
  'minimum',
  'windowMinutes',
  'retentionDays',
];

/** Settings for requests that identity providers use with different meanings. */
const RULES = ['keepsOmittedMembers', 'managersByName', 'restoresByExternalId'] as const;

interface SettingsCardProps {
  readonly provisioning: Provisioning;
}

/** Sets the limits of the safeguard, the retention of the log, and the interpretation of some requests. */
export function SettingsCard({ provisioning }: SettingsCardProps) {
  const { t } = useTranslation();
  const { guard, retentionDays, keepsOmittedMembers, managersByName } = provisioning;
  const { restoresByExternalId } = provisioning;
  const within = (field: NumberField) => (value: number | string) => {
    const { to } = LIMITS[field];
    const isFine =
      typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= to;
    return isFine ? null : t('provisioning.settings.between', { from: 1, to });
  };
  const form = useSendForm({
    initialValues: {
      ...guard,
      retentionDays,
      keepsOmittedMembers,
      managersByName,
      restoresByExternalId,
    },
    validate: {
      sharePercent: within('sharePercent'),
      minimum: within('minimum'),
      windowMinutes: within('windowMinutes'),
      retentionDays: within('retentionDays'),
    },
    send: (_values, changed) => {
      const { retentionDays, keepsOmittedMembers, managersByName, restoresByExternalId, ...guard } =
        changed;
      return changeSettings({
        ...(retentionDays !== undefined && { retentionDays }),
        ...(keepsOmittedMembers !== undefined && { keepsOmittedMembers }),
        ...(managersByName !== undefined && { managersByName }),
        ...(restoresByExternalId !== undefined && { restoresByExternalId }),
        ...(Object.keys(guard).length > 0 && { guard }),
      });
    },
    done() {
      notifications.show({ message: t('provisioning.settingsSaved') });
    },
  });
  return (
    <Section title={t('provisioning.settings.title')}>
      <SendForm form={form} verb={t('provisioning.settings.save')} isDisabled={!form.isDirty()}>
        <Switch
          label={t('provisioning.settings.enabled')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {NUMBERS.map((field) => (
            <NumberInput
              key={field}
              label={t(`provisioning.settings.${LIMITS[field].label}`)}
              description={t(`provisioning.settings.${LIMITS[field].label}Hint`)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        {RULES.map((field) => (
          <Switch
            key={field}
            label={t(`provisioning.settings.${field}`)}
            description={t(`provisioning.settings.${field}Hint`)}
            {...form.getInputProps(field, { type: 'checkbox' })}
          />
        ))}
      </SendForm>
    </Section>
  );
}
