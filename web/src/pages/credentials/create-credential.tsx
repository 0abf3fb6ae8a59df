import { Checkbox, Stack, TextInput } from '@mantine/core';
import { createCredential, type Issued } from '#web/api/credentials.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { UserPicker } from '#web/lists/user-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { DEFAULT_LIFE, endIn, networksIn } from './life.ts';
import { LifeField } from './life-field.tsx';
import { NetworksField } from './networks-field.tsx';
import { RIGHTS } from './rights.ts';

/** What a new credential may do unless somebody chooses more: read forms. */
const FIRST_RIGHTS: (typeof RIGHTS)[number][] = ['forms.read'];

interface CreateCredentialProps {
  readonly onCancel: () => void;
  readonly onDone: (issued: Issued) => void;
}

/** Creates a credential: chooses the user that a program acts as, and which of that user's permissions it gets. */
export function CreateCredential({ onCancel, onDone }: CreateCredentialProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: {
      name: '',
      actsAsUserId: '',
      rights: FIRST_RIGHTS,
      expiresInSeconds: DEFAULT_LIFE,
      allowedNetworks: '',
    },
    validate: {
      name: (value) => (value.trim() === '' ? t('field.required') : null),
      actsAsUserId: (value) => (value === '' ? t('field.required') : null),
      rights: (value) => (value.length === 0 ? t('credentials.noRights') : null),
    },
    send: ({ name, actsAsUserId, rights, allowedNetworks, expiresInSeconds }) =>
      createCredential({
        name: name.trim(),
        actsAsUserId,
        // Sends no list when all permissions are chosen, so that the credential also gets those of later versions.
        ...(rights.length < RIGHTS.length && { rights }),
        ...networksIn(allowedNetworks),
        ...endIn(expiresInSeconds),
      }),
    done: onDone,
  });
  return (
    <FormDialog
      onClose={onCancel}
      title={t('credentials.new')}
      form={form}
      verb={t('credentials.create')}
    >
      <TextInput
        label={t('credentials.name')}
        description={t('credentials.nameHint')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <UserPicker
        label={t('credentials.actsAs')}
        description={t('credentials.actsAsHint')}
        {...form.getInputProps('actsAsUserId')}
      />
      <Checkbox.Group
        label={t('credentials.rights')}
        description={t('credentials.rightsHint')}
        {...form.getInputProps('rights')}
      >
        <Stack gap="xs" mt="xs">
          {RIGHTS.map((right) => (
            <Checkbox key={right} value={right} label={t(`credentials.right.${right}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <LifeField allowsNoEnd {...form.getInputProps('expiresInSeconds')} />
      <NetworksField {...form.getInputProps('allowedNetworks')} />
    </FormDialog>
  );
}
