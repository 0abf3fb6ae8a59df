import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#sign-in/app-types.ts';
import { addPasskey, renamePasskey } from '../../api/passkeys.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { nameOf } from '../../sessions/session-items.tsx';

interface NamePasskeyProps {
  /** Left out: a new one. */
  readonly passkey?: Passkey;
  readonly onClose: () => void;
}

/** Names a passkey that this device then makes, or names one anew. */
export function NamePasskey({ passkey, onClose }: NamePasskeyProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: passkey?.name ?? nameOf({ agent: navigator.userAgent }, t) },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    ['name'],
    async (values: typeof form.values) => {
      const name = values.name.trim();
      if (passkey) await renamePasskey(passkey.id, name);
      else await addPasskey(name);
    },
    () => {
      if (!passkey) notifications.show({ message: t('passkeys.done') });
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} title={t(passkey ? 'passkeys.renameTitle' : 'passkeys.add')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {!passkey && <Text>{t('passkeys.addLead')}</Text>}
          {act.problem && <Problem error={act.problem} />}
          <TextInput
            label={t('passkeys.name')}
            description={t('passkeys.nameHint')}
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
            error={form.errors['name'] ?? act.faultAt('name')}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t(passkey ? 'passkeys.save' : 'passkeys.go')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
