import { FileInput, Text, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { changeConnection, createConnection } from '#web/api/sso.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AttributeChoice } from './attribute-choice.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { SamlAddresses } from './saml-addresses.tsx';

interface SamlFormProps {
  /** Undefined for a new connection. */
  readonly connection?: SsoConnection;
  /** Chooses the protocol of a new connection. */
  readonly protocol?: ReactNode;
  readonly onClose: () => void;
}

const NEW = {
  name: '',
  claim: 'NameID',
  attribute: 'userName',
  credentialIds: [],
} as const;

/**
 * An identity provider by SAML. A new connection may lack the metadata, because some identity providers give them only
 * for the addresses that it gets by being created.
 */
export function SamlForm({ connection, protocol, onClose }: SamlFormProps) {
  const { t } = useTranslation();
  const isNew = connection === undefined;
  const form = useSamlForm(connection, onClose);
  const inputProps = (name: 'name' | 'metadataUrl' | 'claim') => ({
    autoComplete: 'off',
    ...form.getInputProps(name),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? t('sso.connect') : t('sso.editTitle', { name: connection.name })}
      form={form}
      verb={t(isNew ? 'sso.create' : 'sso.save')}
    >
      {protocol}
      {connection && <SamlAddresses connection={connection} />}
      <TextInput
        label={t('sso.name')}
        description={t('sso.nameHint')}
        maxLength={200}
        data-autofocus
        {...inputProps('name')}
      />
      <Text size="sm" c="dimmed">
        {t(isNew ? 'sso.saml.metadataLater' : 'sso.saml.metadataKept')}
      </Text>
      <TextInput
        label={t('sso.saml.metadataUrl')}
        description={t('sso.saml.metadataUrlHint')}
        type="url"
        {...inputProps('metadataUrl')}
      />
      <FileInput
        label={t('sso.saml.metadataFile')}
        placeholder={t('sso.saml.chooseFile')}
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        leftSection={<IconFileUpload size={16} aria-hidden />}
        clearable
        {...form.getInputProps('metadata')}
      />
      <TextInput
        label={t('sso.saml.claim')}
        description={t('sso.saml.claimHint')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...inputProps('claim')}
      />
      <AttributeChoice {...form.getInputProps('attribute')} />
      <PeopleChoice connection={connection} {...form.getInputProps('credentialIds')} />
    </FormDialog>
  );
}

interface Values {
  readonly name: string;
  readonly metadataUrl: string;
  readonly metadata: File | null;
  readonly claim: string;
  readonly attribute: SsoConnection['attribute'];
  readonly credentialIds: readonly string[];
}

function useSamlForm(connection: SsoConnection | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const { name, claim, attribute, credentialIds } = connection ?? NEW;
  const stored = connection?.saml?.providerMetadataUrl ?? '';
  const needed = (value: string) => (value.trim() === '' ? t('field.required') : null);
  return useSendForm<Values, void>({
    initialValues: { name, metadataUrl: stored, metadata: null, claim, attribute, credentialIds },
    validate: {
      name: needed,
      metadataUrl: (value) => (/^(?:$|https:\/\/.)/.test(value.trim()) ? null : t('sso.https')),
      metadata: (file, { metadataUrl }) =>
        file !== null && metadataUrl.trim() !== stored ? t('sso.saml.notBoth') : null,
      claim: needed,
    },
    async send({ metadata, metadataUrl, ...values }) {
      const url = metadataUrl.trim();
      const input = {
        ...values,
        name: values.name.trim(),
        claim: values.claim.trim(),
        ...(metadata !== null
          ? { metadata: await metadata.text() }
          : url !== '' && url !== stored && { metadataUrl: url }),
      };
      if (connection === undefined) await createConnection({ kind: 'saml', ...input });
      else await changeConnection(connection.id, input);
    },
    done: onDone,
  });
}
