import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { type NextStep, signIn } from '../../api/session.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';

interface PasswordFormProps {
  readonly options: SignInOptions;
  /** Signed in, or not yet: the password is not enough. */
  readonly onDone: (next: NextStep) => Promise<void>;
}

/** Signs in with a user name and a password. */
export function PasswordForm({ options, onDone }: PasswordFormProps) {
  const { t } = useTranslation();
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
    onDone,
  );
  return (
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
        {options.resetByMail && (
          <LinkAnchor
            to="/forgotten-password"
            state={{ typedName: form.values.userName.trim() }}
            w="fit-content"
          >
            {t('signIn.forgotten')}
          </LinkAnchor>
        )}
      </Stack>
    </form>
  );
}
