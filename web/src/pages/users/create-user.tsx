import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../api/account.ts';
import { createUser } from '../../api/users.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { forgetUnsaved, useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { ROLES } from './user-filters.ts';

const FIELDS = ['userName', 'displayName', 'email', 'role', 'password'] as const;

interface Values {
  readonly userName: string;
  readonly displayName: string;
  readonly email: string;
  readonly role: (typeof ROLES)[number];
  readonly password: string;
}

const NOBODY: Values = { userName: '', displayName: '', email: '', role: 'member', password: '' };

/** Somebody whom no identity provider knows. */
export function CreateUser({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: account } = useQuery(accountQuery);
  const form = useForm({
    initialValues: NOBODY,
    validate: { userName: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    FIELDS,
    ({ userName, displayName, email, role, password }: Values) =>
      createUser({
        userName: userName.trim(),
        role,
        ...(displayName.trim() !== '' && { displayName: displayName.trim() }),
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(password !== '' && { password }),
      }),
    ({ id }) => {
      forgetUnsaved();
      return navigate({ to: '/settings/users/$id', params: { id } });
    },
  );
  const inputProps = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? act.faultAt(name),
  });
  return (
    <Dialog onClose={onClose} title={t('users.new')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <TextInput
            label={t('users.userName')}
            description={t('users.userNameHint')}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...inputProps('userName')}
          />
          <TextInput label={t('users.displayName')} {...inputProps('displayName')} />
          <TextInput label={t('users.email')} type="email" {...inputProps('email')} />
          <NativeSelect
            label={t('users.role')}
            data={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
            {...inputProps('role')}
          />
          {account?.ssoOnly === true ? (
            <Text size="sm">{t('users.ssoOnly')}</Text>
          ) : (
            <PasswordField
              label={t('users.password')}
              description={t('users.passwordHint')}
              autoComplete="new-password"
              {...inputProps('password')}
            />
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t('users.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
