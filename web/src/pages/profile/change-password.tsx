import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../api/me.ts';
import { useSession } from '../../api/session.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';

const FIELDS = ['current', 'password'] as const;

/** A new password of one's own; who has none signs in another way. */
export function ChangePassword() {
  const { t } = useTranslation();
  const { hasPassword } = useSession().user;
  return (
    <Section title={t('profile.password')}>
      {hasPassword ? <PasswordForm /> : <Text>{t('profile.noPassword')}</Text>}
    </Section>
  );
}

function PasswordForm() {
  const { t } = useTranslation();
  const { user } = useSession();
  const isMissing = (value: string) => (value === '' ? t('field.required') : null);
  const form = useForm({
    initialValues: { current: '', password: '' },
    validate: { current: isMissing, password: isMissing },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    FIELDS,
    ({ current, password }: typeof form.values) => changePassword(current, password),
    () => {
      form.reset();
      notifications.show({ message: t('profile.changed') });
    },
  );
  const inputProps = (name: (typeof FIELDS)[number], error = form.errors[name]) => ({
    ...form.getInputProps(name),
    error: error ?? act.faultAt(name),
    // Mantine says it of its other inputs only.
    'aria-invalid': (error ?? act.faultAt(name)) !== undefined,
    visibilityToggleButtonProps: { 'aria-label': t('field.showPassword') },
  });
  return (
    <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
      <Stack maw="26rem">
        {act.problem && <Problem error={act.problem} />}
        <input type="hidden" name="username" autoComplete="username" value={user.userName} />
        <PasswordField
          label={t('profile.current')}
          autoComplete="current-password"
          {...inputProps('current')}
        />
        <PasswordField
          label={t('profile.next')}
          description={t('profile.nextHint')}
          autoComplete="new-password"
          {...inputProps('password')}
        />
        <Group justify="end">
          <Button type="submit" loading={act.isRunning}>
            {t('profile.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
