import { Box } from '@mantine/core';
import type { UseFormInput } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { changeAccount } from '#web/api/account.ts';
import { SendForm } from '#web/components/send-form.tsx';
import { type Sending, useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface SettingsInput<Values> extends Pick<UseFormInput<Values>, 'validate'> {
  readonly initialValues: Values;
  /** @param changes the values that differ from the stored ones */
  readonly changeOf: (changes: Partial<Values>) => Parameters<typeof changeAccount>[0];
}

/** Returns a form for a part of the organisation's settings. */
export function useSettings<Values extends object>({ changeOf, ...input }: SettingsInput<Values>) {
  const { t } = useTranslation();
  return useSendForm({
    ...input,
    send: (_values: Values, changes) => changeAccount(changeOf(changes)),
    done() {
      notifications.show({ message: t('security.saved') });
    },
  });
}

interface SettingsFormProps {
  readonly form: Sending & { isDirty(): boolean };
  readonly children: ReactNode;
}

/** The fields of a part of the settings with the save button. */
export function SettingsForm({ form, children }: SettingsFormProps) {
  const { t } = useTranslation();
  return (
    <Box maw="40rem">
      <SendForm form={form} verb={t('security.save')} isDisabled={!form.isDirty()}>
        {children}
      </SendForm>
    </Box>
  );
}
