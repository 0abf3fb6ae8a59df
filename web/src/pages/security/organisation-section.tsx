import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { AccountSettings } from '#account/app-types.ts';
import { changeAccount } from '../../api/account.ts';
import { signInAddress } from '../../api/organisation.ts';
import { Copyable } from '../../components/copyable.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Labelled } from '../../components/labelled.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';

export function OrganisationSection({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: account.name, timeZone: account.timeZone },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  // Only what was changed, so that nobody overwrites what another admin changed meanwhile.
  const changes = (name: string, timeZone: string) => ({
    ...(name !== account.name && { name }),
    ...(timeZone !== account.timeZone && { timeZone }),
  });
  const act = useAct(
    ['name', 'timeZone'],
    ({ name, timeZone }: typeof form.values) => changeAccount(changes(name.trim(), timeZone)),
    () => {
      form.resetDirty();
      notifications.show({ message: t('security.saved') });
    },
  );
  return (
    <Section title={t('security.organisation')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('security.name')}
              maxLength={512}
              {...form.getInputProps('name')}
              error={form.errors['name'] ?? act.faultAt('name')}
            />
            <TextInput
              label={t('security.code')}
              description={t('security.codeHint')}
              inputWrapperOrder={['label', 'input', 'description']}
              value={account.code}
              readOnly
            />
            <NativeSelect
              label={t('security.timeZone')}
              description={t('security.timeZoneHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={[...zonesWith(account.timeZone)]}
              {...form.getInputProps('timeZone')}
              error={act.faultAt('timeZone')}
            />
          </SimpleGrid>
          <Labelled label={t('profile.signInAddress')}>
            <Copyable name={t('profile.signInAddress')} text={signInAddress(account.code)} />
          </Labelled>
          <Group justify="end">
            <Button type="submit" loading={act.isRunning} disabled={!form.isDirty()}>
              {t('security.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** Those that the browser knows, and the one that is set. */
const zonesWith = (set: string): readonly string[] => [
  ...new Set(['UTC', set, ...Intl.supportedValuesOf('timeZone')]),
];
