import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { AccountSettings } from '#account/app-types.ts';
import { changeAccount } from '../../api/account.ts';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';

const FIELDS = ['passwordMinLength', 'scimPasswordMinLength'] as const;
const SHORTEST = 8;
const LONGEST = 64;

/** How long passwords must be. */
export function PasswordSection({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const outOfRange = (text: string) => (isLength(text) ? null : t('security.range'));
  const form = useForm({
    initialValues: {
      passwordMinLength: String(account.passwordMinLength),
      scimPasswordMinLength: String(account.scimPasswordMinLength),
    },
    validate: { passwordMinLength: outOfRange, scimPasswordMinLength: outOfRange },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    FIELDS,
    (values: typeof form.values) =>
      changeAccount({
        passwordMinLength: Number(values.passwordMinLength),
        scimPasswordMinLength: Number(values.scimPasswordMinLength),
      }),
    () => {
      form.resetDirty();
      notifications.show({ message: t('security.saved') });
    },
  );
  const inputProps = (name: (typeof FIELDS)[number]) => ({
    type: 'number',
    inputMode: 'numeric' as const,
    min: SHORTEST,
    max: LONGEST,
    ...form.getInputProps(name),
    error: form.errors[name] ?? act.faultAt(name),
  });
  return (
    <Section title={t('security.passwords')} lead={t('security.passwordsLead')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('security.web')}
              description={t('security.webHint')}
              {...inputProps('passwordMinLength')}
            />
            <TextInput
              label={t('security.scim')}
              description={t('security.scimHint')}
              {...inputProps('scimPasswordMinLength')}
            />
          </SimpleGrid>
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

const isLength = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= SHORTEST && Number(text) <= LONGEST;
