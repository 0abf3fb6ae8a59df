import { Checkbox, NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSuspenseQuery } from '@tanstack/react-query';
import {
  type Retention,
  type RetentionChange,
  retentionQuery,
  setRetention,
} from '#web/api/retention.ts';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { RetentionNote } from './retention-note.tsx';
import { RetentionTrial } from './retention-trial.tsx';

const ACTIONS = ['keep', 'delete', 'blank'] as const;
const MOMENTS = ['completion', 'creation'] as const;
const DEFAULT_DAYS = 365;
const MAX_DAYS = 36_500;

/** The values of the form, as people type and choose them. */
interface Values {
  readonly action: (typeof ACTIONS)[number];
  readonly days: string;
  readonly countedFrom: (typeof MOMENTS)[number];
  readonly fields: readonly string[];
  readonly location: boolean;
  /** When the stored rule was set, so that another one is not overwritten unseen. */
  readonly setAt: string | null;
}

/** Sets how long the forms of a template are kept, and says what that does. */
export function RetentionSection({ templateId }: { readonly templateId: string }) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(retentionQuery(templateId));
  const form = useSendForm({
    initialValues: valuesOf(data),
    validate: {
      days: (text, { action }) =>
        action === 'keep' || isDays(text) ? null : t('templates.retention.daysFault', { MAX_DAYS }),
      fields: (fields, { action, location }) =>
        action === 'blank' && fields.length === 0 && !location
          ? t('templates.retention.noField')
          : null,
    },
    send: (values: Values) => setRetention(templateId, changeOf(values), values.setAt),
    done() {
      notifications.show({ message: t('templates.retention.saved') });
    },
  });
  const { action, days, fields, location } = form.values;
  return (
    <Section title={t('templates.retention.title')} lead={t('templates.retention.lead')}>
      <SendForm form={form} verb={t('templates.retention.save')} isDisabled={!form.isDirty()}>
        <RetentionNote templateId={templateId} />
        <Radio.Group
          aria-label={t('templates.retention.title')}
          value={action}
          onChange={(chosen) =>
            form.setFieldValue('action', ACTIONS.find((each) => each === chosen) ?? 'keep')
          }
        >
          <Stack gap="xs">
            {ACTIONS.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`templates.retention.actions.${each}`)}
                description={t(`templates.retention.hints.${each}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {action !== 'keep' && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('templates.retention.days')}
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_DAYS}
              {...form.getInputProps('days')}
            />
            <NativeSelect
              label={t('templates.retention.countedFrom')}
              data={MOMENTS.map((value) => ({
                value,
                label: t(`templates.retention.moments.${value}`),
              }))}
              {...form.getInputProps('countedFrom')}
            />
          </SimpleGrid>
        )}
        {action === 'blank' && (
          <Checkbox.Group
            label={t('templates.retention.fields')}
            value={[...fields]}
            onChange={(chosen) => form.setFieldValue('fields', chosen)}
            error={form.errors['fields']}
          >
            <Stack gap="xs" mt="xs">
              {data.fields.map(({ name, title }) => (
                <Checkbox key={name} value={name} label={title} />
              ))}
              <Checkbox
                label={t('templates.retention.location')}
                checked={location}
                onChange={({ currentTarget }) =>
                  form.setFieldValue('location', currentTarget.checked)
                }
              />
            </Stack>
          </Checkbox.Group>
        )}
        {action !== 'keep' && isDays(days) && (
          <RetentionTrial templateId={templateId} change={changeOf(form.values)} />
        )}
      </SendForm>
    </Section>
  );
}

const isDays = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_DAYS;

function valuesOf({ rule }: Retention): Values {
  return {
    action: rule?.action ?? 'keep',
    days: String(rule?.days ?? DEFAULT_DAYS),
    countedFrom: rule?.countedFrom ?? 'completion',
    fields: rule?.fields ?? [],
    location: rule?.location ?? false,
    setAt: rule?.setAt ?? null,
  };
}

function changeOf({ action, days, countedFrom, fields, location }: Values): RetentionChange {
  if (action === 'keep') return { action };
  const terms = { action, days: Number(days), countedFrom };
  return action === 'delete' ? terms : { ...terms, fields, location };
}
