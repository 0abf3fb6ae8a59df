import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { rememberedOrganisation } from '../../api/organisation.ts';
import { knowsPasskeys } from '../../api/passkeys.ts';
import { signIn } from '../../api/session.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';
import { Front } from '../../shell/front.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { FindSso, SsoButtons } from './sso-buttons.tsx';

/** For everybody who is not signed in. */
export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const {
    to = '/',
    again = false,
    problem,
    account = rememberedOrganisation(),
  } = useSearch({ from: '/sign-in' });
  const options = useLoaderData({ from: '/sign-in' });
  const hasPasskeys = options.passkeys && !options.setUpNeeded && knowsPasskeys();
  const goOn = () => navigate({ href: to, replace: true });
  const form = useForm({
    initialValues: { userName: '', password: '' },
    validate: {
      userName: (value) => (value.trim() === '' ? t('field.required') : null),
      password: (value) => (value === '' ? t('field.required') : null),
    },
  });
  const act = useAct(
    [],
    ({ userName, password }: typeof form.values) => signIn(userName.trim(), password),
    goOn,
  );
  return (
    <Front title={t('signIn.title')}>
      {problem && (
        <Alert
          role="alert"
          variant="outline"
          color="harbour"
          mb="md"
          icon={<IconInfoCircle />}
          title={t('signIn.problemTitle')}
        >
          {t(`signIn.problems.${problem}`)}
        </Alert>
      )}
      {(options.sso.length > 0 || hasPasskeys) && (
        <Stack mb="md">
          <SsoButtons connections={options.sso} to={to} isFresh={again} />
          {hasPasskeys && <PasskeyButton onDone={goOn} />}
          <Divider label={t('signIn.or')} />
        </Stack>
      )}
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          {options.setUpNeeded && <Text>{t('signIn.setUpNeeded')}</Text>}
          <TextInput
            label={t('signIn.userName')}
            {...(options.severalAccounts && { description: t('signIn.withAccount') })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            autoFocus
            {...form.getInputProps('userName')}
          />
          <PasswordField
            label={t('signIn.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={act.isRunning}>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
      {options.severalAccounts && (
        <FindSso key={account} account={account} hasFound={options.sso.length > 0} />
      )}
    </Front>
  );
}
