import { Text, TextInput } from '@mantine/core';
import { createToken, type Issued } from '#web/api/credentials.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { LONGEST_LIFE, networksIn } from './life.ts';
import { LifeField } from './life-field.tsx';
import { NetworksField } from './networks-field.tsx';

interface CreateTokenProps {
  readonly onCancel: () => void;
  readonly onDone: (issued: Issued) => void;
}

/** Creates a token for an identity provider that supports only a static one. */
export function CreateToken({ onCancel, onDone }: CreateTokenProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: { name: '', expiresInSeconds: LONGEST_LIFE, allowedNetworks: '' },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ name, expiresInSeconds, allowedNetworks }) =>
      createToken({
        name: name.trim(),
        expiresInSeconds: Number(expiresInSeconds),
        ...networksIn(allowedNetworks),
      }),
    done: onDone,
  });
  return (
    <FormDialog
      onClose={onCancel}
      title={t('credentials.newToken')}
      form={form}
      verb={t('credentials.createToken')}
    >
      <Text>{t('credentials.tokenLead')}</Text>
      <TextInput
        label={t('credentials.name')}
        description={t('credentials.tokenNameHint')}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <LifeField allowsNoEnd={false} {...form.getInputProps('expiresInSeconds')} />
      <NetworksField {...form.getInputProps('allowedNetworks')} />
    </FormDialog>
  );
}
