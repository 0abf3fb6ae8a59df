import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
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

const WHOM = ['nobody', 'admins', 'designers', 'everybody'] as const;
const MOST_DAYS = 90;

const isWhom = (text: string): text is (typeof WHOM)[number] => WHOM.some((each) => each === text);
const isDays = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MOST_DAYS;

/** Who must have a second factor, and how long they may go on without. */
export function SecondFactorSection({ secondFactor }: Pick<AccountSettings, 'secondFactor'>) {
  const { t } = useTranslation();
  const form = useForm<{ for: (typeof WHOM)[number]; days: string }>({
    initialValues: { for: secondFactor.for, days: String(secondFactor.graceDays) },
    validate: {
      days: (text) => (isDays(text) ? null : t('security.between', { from: 0, to: MOST_DAYS })),
    },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    [],
    (values: typeof form.values) =>
      changeAccount({ secondFactor: { for: values.for, graceDays: Number(values.days) } }),
    () => {
      form.resetDirty();
      notifications.show({ message: t('security.saved') });
    },
  );
  return (
    <Section title={t('secondFactor.title')} lead={t('secondFactor.ruleLead')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <Radio.Group
            label={t('secondFactor.whom')}
            value={form.values.for}
            onChange={(value) => {
              if (isWhom(value)) form.setFieldValue('for', value);
            }}
          >
            <Stack gap="xs" mt="xs">
              {WHOM.map((each) => (
                <Radio key={each} value={each} label={t(`secondFactor.whoms.${each}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={t('secondFactor.days')}
            description={t('secondFactor.daysHint')}
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST_DAYS}
            maw="26rem"
            disabled={form.values.for === 'nobody'}
            {...form.getInputProps('days')}
          />
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
