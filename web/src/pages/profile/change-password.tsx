import { Box, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { changePassword } from '#web/api/me.ts';
import { useSession } from '#web/api/session.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { Section } from '#web/components/section.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Changes the person's own password. People without one see that they sign in another way. */
export function ChangePassword() {
  const { t } = useTranslation();
  const { hasPassword } = useSession().user;
  return (
    <Section title={t('profile.password')}>
      {hasPassword ? <PasswordForm /> : <Text>{t('profile.noPassword')}</Text>}
    </Section>
  );
}

const EMPTY = { current: '', password: '' };

function PasswordForm() {
  const { t } = useTranslation();
  const { user } = useSession();
  const isMissing = (value: string) => (value === '' ? t('field.required') : null);
  const form = useSendForm({
    initialValues: EMPTY,
    validate: { current: isMissing, password: isMissing },
    send: ({ current, password }) => changePassword(current, password),
    done() {
      form.setInitialValues(EMPTY);
      form.reset();
      notifications.show({ message: t('profile.changed') });
    },
  });
  return (
    <Box maw="26rem">
      <SendForm form={form} verb={t('profile.change')}>
        <input type="hidden" name="username" autoComplete="username" value={user.userName} />
        <PasswordField
          label={t('profile.current')}
          autoComplete="current-password"
          {...form.getInputProps('current')}
        />
        <PasswordField
          label={t('profile.next')}
          description={t('profile.nextHint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </SendForm>
    </Box>
  );
}
