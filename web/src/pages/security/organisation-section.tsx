import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { signInAddress } from '#web/api/organisation.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { SettingsForm, useSettings } from './settings-form.tsx';

export function OrganisationSection({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const form = useSettings({
    initialValues: { name: account.name, timeZone: account.timeZone },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    changeOf: ({ name, timeZone }) => ({
      ...(name !== undefined && { name: name.trim() }),
      ...(timeZone !== undefined && { timeZone }),
    }),
  });
  return (
    <Section title={t('security.organisation')}>
      <SettingsForm form={form}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t('security.name')} maxLength={512} {...form.getInputProps('name')} />
          <TextInput
            label={t('security.code')}
            description={t('security.codeHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            variant="filled"
            value={account.code}
            readOnly
          />
          <NativeSelect
            label={t('security.timeZone')}
            description={t('security.timeZoneHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[...zonesWith(account.timeZone)]}
            {...form.getInputProps('timeZone')}
          />
        </SimpleGrid>
        <Labelled label={t('profile.signInAddress')}>
          <Copyable name={t('profile.signInAddress')} text={signInAddress(account.code)} />
        </Labelled>
      </SettingsForm>
    </Section>
  );
}

/** Returns the time zones that the browser knows, and the one that is set. */
const zonesWith = (set: string): readonly string[] => [
  ...new Set(['UTC', set, ...Intl.supportedValuesOf('timeZone')]),
];
