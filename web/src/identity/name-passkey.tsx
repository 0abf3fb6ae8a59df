import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Passkey } from '#sign-in/app-types.ts';
import { addPasskey, renamePasskey } from '#web/api/passkeys.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { nameOf } from './session-items.tsx';

interface NamePasskeyProps {
  /** Undefined creates a passkey. */
  readonly passkey?: Passkey;
  readonly onClose: () => void;
}

/** Creates a passkey on this device or renames one. */
export function NamePasskey({ passkey, onClose }: NamePasskeyProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { name: passkey?.name ?? nameOf({ agent: navigator.userAgent }, t) },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    async send(values) {
      const name = values.name.trim();
      if (passkey) await renamePasskey(passkey.id, name);
      else await addPasskey(name);
    },
    done() {
      if (!passkey) notifications.show({ message: t('passkeys.done') });
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t(passkey ? 'passkeys.renameTitle' : 'passkeys.add')}
      form={form}
      verb={t(passkey ? 'passkeys.save' : 'passkeys.go')}
    >
      {!passkey && <Text>{t('passkeys.addLead')}</Text>}
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
