import { Anchor, Text, TextInput } from '@mantine/core';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { type NextStep, signIn } from '#web/api/entry.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { FrontForm } from '#web/components/send-form.tsx';
import { useFrontForm } from '#web/front/use-front-form.ts';
import { linkTo } from '#web/front/way.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface PasswordFormProps {
  readonly options: SignInOptions;
  /** Called with the step that the sign-in still needs; undefined when the person is signed in. */
  readonly onDone: (next: NextStep) => Promise<void>;
}

/** Signs in with a user name and a password. */
export function PasswordForm({ options, onDone }: PasswordFormProps) {
  const { t } = useTranslation();
  const form = useFrontForm({
    initialValues: { userName: '', password: '' },
    validate: {
      userName: (value) => (value.trim() === '' ? t('field.required') : null),
      password: (value) => (value === '' ? t('field.required') : null),
    },
    send: ({ userName, password }) => signIn(userName.trim(), password),
    done: onDone,
  });
  return (
    <FrontForm
      form={form}
      verb={t('signIn.submit')}
      otherWays={
        options.resetByMail && (
          <Anchor
            {...linkTo('/forgotten-password', { typedName: form.values.userName.trim() })}
            w="fit-content"
          >
            {t('signIn.forgotten')}
          </Anchor>
        )
      }
    >
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
    </FrontForm>
  );
}
