import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionTest } from '#provisioning/app-types.ts';
import { testConnection } from '../../api/provisioning.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useAct } from '../../components/use-act.ts';
import { TestResult } from './test-result.tsx';

/** Tries what an identity provider would do. What is typed lives in this form alone. */
export function ConnectionTestCard() {
  const { t } = useTranslation();
  const [result, setResult] = useState<ConnectionTest>();
  const form = useForm({
    initialValues: { kind: 'token', token: '', clientId: '', clientSecret: '' },
    validate: (values) => {
      const wanted = values.kind === 'token' ? (['token'] as const) : CLIENT_FIELDS;
      const missing = wanted.filter((field) => values[field].trim() === '');
      return Object.fromEntries(missing.map((field) => [field, t('field.required')]));
    },
  });
  const act = useAct(
    ['token', ...CLIENT_FIELDS],
    ({ kind, token, clientId, clientSecret }: typeof form.values) =>
      testConnection(
        kind === 'token'
          ? { token: token.trim() }
          : { clientId: clientId.trim(), clientSecret: clientSecret.trim() },
      ),
    setResult,
  );
  const secretProps = {
    autoComplete: 'off',
    visibilityToggleButtonProps: { 'aria-label': t('field.showPassword') },
  };
  return (
    <Section title={t('provisioning.test.title')} lead={t('provisioning.test.lead')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <Radio.Group label={t('provisioning.test.with')} {...form.getInputProps('kind')}>
            <Group mt="xs">
              <Radio value="token" label={t('provisioning.test.token')} />
              <Radio value="client" label={t('provisioning.test.client')} />
            </Group>
          </Radio.Group>
          {form.values.kind === 'token' ? (
            <PasswordField
              label={t('secret.provisioningToken')}
              {...secretProps}
              {...form.getInputProps('token')}
              error={form.errors['token'] ?? act.faultAt('token')}
            />
          ) : (
            <>
              <TextInput
                label={t('secret.clientId')}
                autoComplete="off"
                {...form.getInputProps('clientId')}
                error={form.errors['clientId'] ?? act.faultAt('clientId')}
              />
              <PasswordField
                label={t('secret.clientSecret')}
                {...secretProps}
                {...form.getInputProps('clientSecret')}
                error={form.errors['clientSecret'] ?? act.faultAt('clientSecret')}
              />
            </>
          )}
          <Group justify="end">
            <Button type="submit" loading={act.isRunning}>
              {t('provisioning.test.run')}
            </Button>
          </Group>
        </Stack>
      </form>
      <div role="status">{result !== undefined && <TestResult result={result} />}</div>
    </Section>
  );
}

const CLIENT_FIELDS = ['clientId', 'clientSecret'] as const;
