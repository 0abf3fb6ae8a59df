import { SimpleGrid, TextInput } from '@mantine/core';
import type { AccountSettings } from '#administration/app-types.ts';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { SettingsForm, useSettings } from './settings-form.tsx';

const SHORTEST = 8;
const LONGEST = 64;

/** The minimum lengths of passwords. */
export function PasswordSection({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const outOfRange = (text: string) => (isLength(text) ? null : t('security.range'));
  const form = useSettings({
    initialValues: {
      passwordMinLength: String(account.passwordMinLength),
      scimPasswordMinLength: String(account.scimPasswordMinLength),
    },
    validate: { passwordMinLength: outOfRange, scimPasswordMinLength: outOfRange },
    changeOf: ({ passwordMinLength: web, scimPasswordMinLength: scim }) => ({
      ...(web !== undefined && { passwordMinLength: Number(web) }),
      ...(scim !== undefined && { scimPasswordMinLength: Number(scim) }),
    }),
  });
  const inputProps = (name: keyof typeof form.values) => ({
    type: 'number',
    inputMode: 'numeric' as const,
    min: SHORTEST,
    max: LONGEST,
    ...form.getInputProps(name),
  });
  return (
    <Section title={t('security.passwords')} lead={t('security.passwordsLead')}>
      <SettingsForm form={form}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('security.web')}
            description={t('security.webHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...inputProps('passwordMinLength')}
          />
          <TextInput
            label={t('security.scim')}
            description={t('security.scimHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...inputProps('scimPasswordMinLength')}
          />
        </SimpleGrid>
      </SettingsForm>
    </Section>
  );
}

const isLength = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= SHORTEST && Number(text) <= LONGEST;
