import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { changeConnection, createConnection } from '#web/api/sso.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AttributeChoice } from './attribute-choice.tsx';
import { PeopleChoice } from './people-choice.tsx';

interface SsoFormProps {
  /** Undefined for a new connection. */
  readonly connection?: SsoConnection;
  /** Chooses the protocol of a new connection. */
  readonly protocol?: ReactNode;
  readonly onClose: () => void;
}

const NEW = {
  name: '',
  issuer: '',
  clientId: '',
  claim: 'sub',
  attribute: 'externalId',
  credentialIds: [],
} as const;

/** The settings of an identity provider by OpenID Connect, and the redirect URI to enter there. */
export function SsoForm({ connection, protocol, onClose }: SsoFormProps) {
  const { t } = useTranslation();
  const isNew = connection === undefined;
  const form = useConnectionForm(connection, onClose);
  const inputProps = (name: keyof typeof form.values) => ({
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  const redirectUri = connection?.redirectUri ?? `${location.origin}/app/v1/sso/callback`;
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? t('sso.connect') : t('sso.editTitle', { name: connection.name })}
      form={form}
      verb={t(isNew ? 'sso.create' : 'sso.save')}
    >
      {protocol}
      <Labelled label={t('sso.redirectUri')}>
        <Text size="sm" c="dimmed" mb={4}>
          {t('sso.redirectHint')}
        </Text>
        <Copyable name={t('sso.redirectUri')} text={redirectUri} />
      </Labelled>
      <TextInput
        label={t('sso.name')}
        description={t('sso.nameHint')}
        maxLength={200}
        data-autofocus
        {...inputProps('name')}
      />
      <TextInput
        label={t('sso.issuer')}
        description={t('sso.issuerHint')}
        type="url"
        {...inputProps('issuer')}
      />
      <TextInput label={t('sso.clientId')} {...inputProps('clientId')} />
      <PasswordField
        label={t('sso.clientSecret')}
        description={t(isNew ? 'sso.secretHint' : 'sso.secretKept')}
        {...inputProps('clientSecret')}
      />
      <TextInput
        label={t('sso.claim')}
        description={t('sso.claimHint')}
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('claim')}
      />
      <AttributeChoice {...form.getInputProps('attribute')} />
      <PeopleChoice connection={connection} {...form.getInputProps('credentialIds')} />
    </FormDialog>
  );
}

function useConnectionForm(connection: SsoConnection | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const { name, issuer, clientId = '', claim, attribute, credentialIds } = connection ?? NEW;
  const needed = (value: string) => (value.trim() === '' ? t('field.required') : null);
  return useSendForm({
    initialValues: { name, issuer, clientId, clientSecret: '', claim, attribute, credentialIds },
    validate: {
      name: needed,
      issuer: (value) => (/^https:\/\/./.test(value.trim()) ? null : t('sso.https')),
      clientId: needed,
      clientSecret: (value) => (connection === undefined ? needed(value) : null),
      claim: needed,
    },
    async send({ clientSecret, ...values }) {
      const input = {
        ...values,
        name: values.name.trim(),
        issuer: values.issuer.trim(),
        clientId: values.clientId.trim(),
        claim: values.claim.trim(),
      };
      if (connection === undefined) await createConnection({ ...input, clientSecret });
      else
        await changeConnection(connection.id, { ...input, ...(clientSecret && { clientSecret }) });
    },
    done: onDone,
  });
}
