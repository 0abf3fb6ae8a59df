import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isEmailAddress } from '#kernel/email-address.ts';
import { accountQuery } from '#web/api/account.ts';
import { createUser } from '#web/api/users.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { ROLES } from '#web/people/user-filters.ts';
import { useTranslation } from '#web/texts/texts.ts';

const ORDINARY: (typeof ROLES)[number] = 'member';
const NOBODY = { userName: '', displayName: '', email: '', role: ORDINARY, password: '' };

/** Creates a local user, whom no identity provider manages. */
export function CreateUser({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: account } = useQuery(accountQuery);
  const form = useSendForm({
    initialValues: NOBODY,
    validate: {
      userName: (value) => (value.trim() === '' ? t('field.required') : null),
      email: (value) =>
        value.trim() === '' || isEmailAddress(value.trim()) ? null : t('users.badEmail'),
    },
    validateInputOnBlur: ['email'],
    send: ({ userName, displayName, email, role, password }) =>
      createUser({
        userName: userName.trim(),
        role,
        ...(displayName.trim() !== '' && { displayName: displayName.trim() }),
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(password !== '' && { password }),
      }),
    done: ({ id }) => navigate({ to: '/settings/users/$id', params: { id } }),
  });
  return (
    <FormDialog onClose={onClose} title={t('users.new')} form={form} verb={t('users.create')}>
      <TextInput
        label={t('users.userName')}
        description={t('users.userNameHint')}
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('userName')}
      />
      <TextInput label={t('users.displayName')} {...form.getInputProps('displayName')} />
      <TextInput label={t('users.email')} type="email" {...form.getInputProps('email')} />
      <NativeSelect
        label={t('users.role')}
        data={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
        {...form.getInputProps('role')}
      />
      {account?.ssoOnly === true ? (
        <Text size="sm">{t('users.ssoOnly')}</Text>
      ) : (
        <PasswordField
          label={t('users.password')}
          description={t('users.passwordHint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
    </FormDialog>
  );
}
