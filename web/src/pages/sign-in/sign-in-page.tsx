import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signIn } from '../../api/session.ts';
import { signInOptionsQuery } from '../../api/sign-in.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';
import { Front } from '../../shell/front.tsx';

/** For everybody who is not signed in. */
export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to = '/' } = useSearch({ from: '/sign-in' });
  const { data: options } = useQuery(signInOptionsQuery);
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
    () => navigate({ href: to, replace: true }),
  );
  return (
    <Front title={t('signIn.title')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          {options?.setUpNeeded && <Text>{t('signIn.setUpNeeded')}</Text>}
          <TextInput
            label={t('signIn.userName')}
            {...(options?.severalAccounts && { description: t('signIn.withAccount') })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            autoFocus
            {...form.getInputProps('userName')}
          />
          <PasswordInput
            label={t('signIn.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={act.isRunning}>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
    </Front>
  );
}
