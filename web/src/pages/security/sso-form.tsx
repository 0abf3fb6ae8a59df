import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { changeConnection, createConnection } from '../../api/sso.ts';
import { Copyable } from '../../components/copyable.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Labelled } from '../../components/labelled.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { PeopleChoice } from './people-choice.tsx';

interface SsoFormProps {
  /** Left out: a new one. */
  readonly connection?: SsoConnection;
  readonly onClose: () => void;
}

type Attribute = SsoConnection['attribute'];
type TextField = 'name' | 'issuer' | 'clientId' | 'clientSecret' | 'claim';
type Field = TextField | 'credentialIds';
const FIELDS: readonly Field[] = [
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'claim',
  'credentialIds',
];

const NEW = {
  name: '',
  issuer: '',
  clientId: '',
  claim: 'sub',
  attribute: 'externalId',
} as const;

/** What there is to know of an identity provider; also what it must know of us. */
export function SsoForm({ connection, onClose }: SsoFormProps) {
  const { t } = useTranslation();
  const isNew = connection === undefined;
  const { form, act } = useConnectionForm(connection, onClose);
  useUnsaved(form.isDirty());
  const inputProps = (name: TextField) => {
    const props = form.getInputProps(name);
    return { ...props, error: props.error ?? act.faultAt(name), autoComplete: 'off' };
  };
  const redirectUri = connection?.redirectUri ?? `${location.origin}/app/v1/sso/callback`;
  const title = isNew ? t('sso.connect') : t('sso.editTitle', { name: connection.name });
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
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
          <NativeSelect
            label={t('sso.attribute')}
            description={t('sso.attributeHint')}
            data={(['externalId', 'userName'] as const).map((value) => ({
              value,
              label: t(`sso.attributes.${value}`),
            }))}
            {...form.getInputProps('attribute')}
          />
          <PeopleChoice
            connection={connection}
            error={act.faultAt('credentialIds')}
            {...form.getInputProps('credentialIds')}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t(isNew ? 'sso.create' : 'sso.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function useConnectionForm(connection: SsoConnection | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const { name, issuer, clientId, claim, attribute } = connection ?? NEW;
  const needed = (value: string) => (value.trim() === '' ? t('field.required') : null);
  const credentialIds = connection?.credentialIds ?? [];
  const texts = { name, issuer, clientId, clientSecret: '', claim };
  const initialValues = { ...texts, attribute, credentialIds };
  const form = useForm<typeof initialValues & { attribute: Attribute }>({
    initialValues,
    validate: {
      name: needed,
      issuer: (value) => (/^https:\/\/./.test(value.trim()) ? null : t('sso.https')),
      clientId: needed,
      clientSecret: (value) => (connection === undefined ? needed(value) : null),
      claim: needed,
    },
  });
  const act = useAct(
    FIELDS,
    ({ clientSecret, attribute: chosen, ...texts }: typeof form.values) => {
      const input = {
        name: texts.name.trim(),
        issuer: texts.issuer.trim(),
        clientId: texts.clientId.trim(),
        claim: texts.claim.trim(),
        attribute: chosen,
        credentialIds: texts.credentialIds,
      };
      if (connection === undefined) return createConnection({ ...input, clientSecret });
      return changeConnection(connection.id, {
        ...input,
        ...(clientSecret !== '' && { clientSecret }),
      });
    },
    onDone,
  );
  return { form, act };
}
