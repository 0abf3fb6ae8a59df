import { Group, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionTest } from '#provisioning/app-types.ts';
import { testConnection } from '#web/api/provisioning.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { TestResult } from './test-result.tsx';

/** Sends the first requests of an identity provider. What is typed is kept only in this form. */
export function ConnectionTestCard() {
  const { t } = useTranslation();
  const [result, setResult] = useState<ConnectionTest>();
  const form = useSendForm({
    initialValues: { kind: 'token', token: '', clientId: '', clientSecret: '' },
    validate: (values) => {
      const wanted = values.kind === 'token' ? (['token'] as const) : CLIENT_FIELDS;
      const missing = wanted.filter((field) => values[field].trim() === '');
      return Object.fromEntries(missing.map((field) => [field, t('field.required')]));
    },
    send: ({ kind, token, clientId, clientSecret }) =>
      testConnection(
        kind === 'token'
          ? { token: token.trim() }
          : { clientId: clientId.trim(), clientSecret: clientSecret.trim() },
      ),
    done: setResult,
    isFleeting: true,
  });
  return (
    <Section title={t('provisioning.test.title')} lead={t('provisioning.test.lead')}>
      <SendForm form={form} verb={t('provisioning.test.run')}>
        <Radio.Group label={t('provisioning.test.with')} {...form.getInputProps('kind')}>
          <Group mt="xs">
            <Radio value="token" label={t('provisioning.test.token')} />
            <Radio value="client" label={t('provisioning.test.client')} />
          </Group>
        </Radio.Group>
        {form.values.kind === 'token' ? (
          <PasswordField
            label={t('issued.provisioningToken')}
            autoComplete="off"
            {...form.getInputProps('token')}
          />
        ) : (
          <>
            <TextInput
              label={t('issued.clientId')}
              autoComplete="off"
              {...form.getInputProps('clientId')}
            />
            <PasswordField
              label={t('issued.clientSecret')}
              autoComplete="off"
              {...form.getInputProps('clientSecret')}
            />
          </>
        )}
      </SendForm>
      <div role="status">{result !== undefined && <TestResult result={result} />}</div>
    </Section>
  );
}

const CLIENT_FIELDS = ['clientId', 'clientSecret'] as const;
