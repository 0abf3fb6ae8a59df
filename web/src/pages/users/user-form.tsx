import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { changeUser, type UserChange } from '../../api/users.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { ROLES } from './user-filters.ts';

const TEXTS = ['userName', 'displayName', 'givenName', 'familyName', 'email'] as const;
type TextField = (typeof TEXTS)[number];

/** What the identity provider owns is locked and says so. */
export function UserForm({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  // What is changed elsewhere meanwhile, as by a sync, is shown once nothing here is unsaved.
  const [shown, setShown] = useState(user);
  const form = useForm({
    initialValues: valuesOf(shown),
    validate: { userName: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    [...TEXTS, 'role'],
    async (values: typeof form.values) => {
      await changeUser(user.id, changesIn(shown, values));
      form.resetDirty(values);
    },
    () => {
      notifications.show({ message: t('users.saved') });
    },
  );
  const isDirty = form.isDirty();
  const isBehind = shown.version !== user.version && !isDirty;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object each time
  useEffect(() => {
    if (!isBehind) return;
    setShown(user);
    form.setInitialValues(valuesOf(user));
    form.setValues(valuesOf(user));
  }, [isBehind, user]);
  const isLocked = (name: UserDetail['locked'][number]) => user.locked.includes(name);
  const lockOf = (name: UserDetail['locked'][number]) =>
    isLocked(name) && {
      readOnly: true,
      rightSection: <IconLock size={16} aria-hidden />,
      description: t('users.lockedField'),
    };
  return (
    <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
      <Stack>
        {act.problem && <Problem error={act.problem} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {TEXTS.map((name) => (
            <TextInput
              key={name}
              label={t(`users.${name}`)}
              {...form.getInputProps(name)}
              {...lockOf(name)}
              error={form.errors[name] ?? act.faultAt(name)}
            />
          ))}
          <NativeSelect
            label={t('users.role')}
            data={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
            {...form.getInputProps('role')}
            disabled={isLocked('role')}
            error={act.faultAt('role')}
          />
        </SimpleGrid>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {isLocked('role') && t('users.lockedRole')}
          </Text>
          <Button type="submit" loading={act.isRunning} disabled={!isDirty}>
            {t('users.save')}
          </Button>
        </Group>
      </Stack>
    </form>
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

/** Only what was changed: another's change of the rest stays. */
function changesIn(user: UserDetail, values: Values): UserChange {
  const texts = TEXTS.filter((name) => values[name].trim() !== (user[name] ?? ''));
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
    ...(values.role !== user.role && { role: values.role }),
  };
}
