import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAccount } from '../../api/account.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';

type Change = Parameters<typeof changeAccount>[0];

/** Saves a part of the account's settings. `fields` are those that can show a refusal themselves. */
export function useSettings<Values extends object>(
  form: UseFormReturnType<Values>,
  fields: readonly string[],
  changeOf: (values: Values) => Change,
) {
  const { t } = useTranslation();
  useUnsaved(form.isDirty());
  return useAct(
    fields,
    (values: Values) => changeAccount(changeOf(values)),
    () => {
      form.resetDirty();
      notifications.show({ message: t('security.saved') });
    },
  );
}

interface SettingsFormProps<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  readonly act: ReturnType<typeof useSettings<Values>>;
  readonly children: ReactNode;
}

/** The fields of a part of the settings, with its button to save. */
export function SettingsForm<Values extends object>({
  form,
  act,
  children,
}: SettingsFormProps<Values>) {
  const { t } = useTranslation();
  return (
    <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
      <Stack>
        {act.problem && <Problem error={act.problem} />}
        {children}
        <Group justify="end">
          <Button type="submit" loading={act.isRunning} disabled={!form.isDirty()}>
            {t('security.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
