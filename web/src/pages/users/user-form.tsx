import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLock } from '@tabler/icons-react';
import type { UserDetail } from '#administration/app-types.ts';
import { isEmailAddress } from '#kernel/email-address.ts';
import { changeUser, type UserChange } from '#web/api/users.ts';
import { SendForm } from '#web/components/send-form.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { ROLES } from '#web/people/user-filters.ts';
import { useTranslation } from '#web/texts/texts.ts';

const TEXTS = ['userName', 'displayName', 'givenName', 'familyName', 'email'] as const;
type TextField = (typeof TEXTS)[number];

/** Edits a user. Fields that the identity provider manages are read-only and marked with a lock. */
export function UserForm({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: valuesOf(user),
    validate: {
      userName: (value) => (value.trim() === '' ? t('field.required') : null),
      // An identity provider may have sent something else, which is no fault of the person at this form.
      email: (value) => {
        const email = value.trim();
        const isFine = email === '' || email === (user.email ?? '') || isEmailAddress(email);
        return isFine ? null : t('users.badEmail');
      },
    },
    validateInputOnBlur: ['email'],
    send: (_values, changes) => changeUser(user.id, changeOf(changes)),
    done() {
      notifications.show({ message: t('users.saved') });
    },
  });
  const isLocked = (name: UserDetail['locked'][number]) => user.locked.includes(name);
  const lockOf = (name: UserDetail['locked'][number]) =>
    isLocked(name) && {
      readOnly: true,
      variant: 'filled',
      rightSection: <IconLock size={16} role="img" aria-label={t('users.lockedField')} />,
    };
  return (
    <SendForm form={form} verb={t('users.save')} isDisabled={!form.isDirty()}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {TEXTS.map((name) => (
          <TextInput
            key={name}
            label={t(`users.${name}`)}
            {...form.getInputProps(name)}
            {...lockOf(name)}
          />
        ))}
        <NativeSelect
          label={t('users.role')}
          data={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
          {...form.getInputProps('role')}
          {...(isLocked('role') && { disabled: true, description: t('users.lockedRole') })}
        />
      </SimpleGrid>
    </SendForm>
  );
}

const valuesOf = (user: UserDetail) => ({
  userName: user.userName,
  displayName: user.displayName ?? '',
  givenName: user.givenName ?? '',
  familyName: user.familyName ?? '',
  email: user.email ?? '',
  role: user.role,
});

type Values = Readonly<Record<TextField, string>> & Pick<UserDetail, 'role'>;

/** Returns the changed values as they are sent: an empty text removes what is stored. */
function changeOf({ role, ...texts }: Partial<Values>): UserChange {
  const sent = Object.entries(texts).map(([name, text]) => [name, text.trim() || null]);
  return { ...Object.fromEntries(sent), ...(role !== undefined && { role }) };
}
