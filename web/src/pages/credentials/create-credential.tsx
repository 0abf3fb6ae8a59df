import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { createCredential, type Issued, type NewCredential } from '../../api/credentials.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { UserPicker } from '../../components/user-picker.tsx';
import { DEFAULT_LIFE, LIVES, networksIn, secondsOfDays } from './life.ts';
import { RIGHTS } from './rights.ts';

interface CreateCredentialProps {
  readonly onCancel: () => void;
  readonly onDone: (issued: Issued) => void;
}

const FIELDS = ['name', 'actsAsUserId', 'rights', 'allowedNetworks', 'expiresInSeconds'];
const FOR_EVER = 'never';

const EVERYTHING: Values = {
  name: '',
  actsAsUserId: '',
  rights: [...RIGHTS],
  days: String(DEFAULT_LIFE),
  networks: '',
};

/** Chooses whom a program acts as, and what it may do of what that user may. */
export function CreateCredential({ onCancel, onDone }: CreateCredentialProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: EVERYTHING,
    validate: {
      name: (value) => (value.trim() === '' ? t('field.required') : null),
      actsAsUserId: (value) => (value === '' ? t('field.required') : null),
      rights: (value) => (value.length === 0 ? t('credentials.noRights') : null),
    },
  });
  useUnsaved(form.isDirty());
  const act = useAct(FIELDS, (values: Values) => createCredential(inputOf(values)), onDone);
  const errorOf = (field: 'name' | 'actsAsUserId' | 'rights') => {
    const own = form.errors[field];
    return typeof own === 'string' ? own : act.faultAt(field);
  };
  return (
    <Dialog onClose={onCancel} title={t('credentials.new')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <TextInput
            label={t('credentials.name')}
            description={t('credentials.nameHint')}
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
            error={errorOf('name')}
          />
          <UserPicker
            label={t('credentials.actsAs')}
            description={t('credentials.actsAsHint')}
            value={form.values.actsAsUserId || null}
            onChange={(id) => form.setFieldValue('actsAsUserId', id ?? '')}
            error={errorOf('actsAsUserId')}
          />
          <Checkbox.Group
            label={t('credentials.rights')}
            description={t('credentials.rightsHint')}
            {...form.getInputProps('rights')}
            error={errorOf('rights')}
          >
            <Stack gap="xs" mt="xs">
              {RIGHTS.map((right) => (
                <Checkbox key={right} value={right} label={t(`credentials.right.${right}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label={t('credentials.life')}
            data={[
              ...LIVES.map((days) => ({
                value: String(days),
                label: t('credentials.days', { count: days }),
              })),
              { value: FOR_EVER, label: t('credentials.noEnd') },
            ]}
            {...form.getInputProps('days')}
          />
          <Textarea
            label={t('credentials.networks')}
            description={t('credentials.networksHint')}
            autosize
            {...form.getInputProps('networks')}
            error={act.faultAt('allowedNetworks')}
          />
          <Group justify="end">
            <Button variant="default" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t('credentials.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Values {
  readonly name: string;
  readonly actsAsUserId: string;
  readonly rights: readonly string[];
  readonly days: string;
  readonly networks: string;
}

function inputOf({ name, actsAsUserId, rights, days, networks }: Values): NewCredential {
  const allowedNetworks = networksIn(networks);
  return {
    name: name.trim(),
    actsAsUserId,
    // All of them is no narrowing: later rights are then included.
    ...(rights.length < RIGHTS.length && { rights }),
    ...(allowedNetworks.length > 0 && { allowedNetworks }),
    ...(days !== FOR_EVER && { expiresInSeconds: secondsOfDays(Number(days)) }),
  };
}
