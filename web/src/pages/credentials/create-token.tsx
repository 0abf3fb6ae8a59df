import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { createToken, type Issued } from '../../api/credentials.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { LIVES, networksIn, secondsOfDays } from './life.ts';

interface CreateTokenProps {
  readonly onCancel: () => void;
  readonly onDone: (issued: Issued) => void;
}

const FIELDS = ['name', 'allowedNetworks'];
const LONGEST = LIVES[LIVES.length - 1] ?? LIVES[0];

/** For an identity provider that can only hold a token which never changes. */
export function CreateToken({ onCancel, onDone }: CreateTokenProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: '', days: String(LONGEST), networks: '' },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    FIELDS,
    ({ name, days, networks }: typeof form.values) => {
      const allowedNetworks = networksIn(networks);
      return createToken({
        name: name.trim(),
        expiresInSeconds: secondsOfDays(Number(days)),
        ...(allowedNetworks.length > 0 && { allowedNetworks }),
      });
    },
    onDone,
  );
  return (
    <Dialog onClose={onCancel} title={t('credentials.newToken')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          <Text>{t('credentials.tokenLead')}</Text>
          {act.problem && <Problem error={act.problem} />}
          <TextInput
            label={t('credentials.name')}
            description={t('credentials.tokenNameHint')}
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
            error={form.errors['name'] ?? act.faultAt('name')}
          />
          <NativeSelect
            label={t('credentials.life')}
            data={LIVES.map((days) => ({
              value: String(days),
              label: t('credentials.days', { count: days }),
            }))}
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
