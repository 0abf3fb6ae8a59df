import { NativeSelect, NumberInput, SimpleGrid, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { dayIn } from '#kernel/time-zone.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { createSeries } from '#web/api/series.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { dayInMonth, type ScheduleValues, scheduleOf } from './schedule-of.ts';
import { SchedulePreview } from './schedule-preview.tsx';

const DROPDOWN_HEIGHT = 200;
const MAX_LEAD_DAYS = 60;
const MAX_INSTRUCTIONS = 2000;

export interface SeriesValues extends ScheduleValues {
  readonly assignee?: Assignee;
  readonly mode: string;
  readonly leadDays: string | number;
  readonly priority: string;
  readonly instructions: string;
}

interface SeriesDialogProps {
  readonly templateId: string;
  readonly onClose: () => void;
}

/** Has a template assigned again and again. The server shows the rule and its next dates in words. */
export function SeriesDialog({ templateId, onClose }: SeriesDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm<SeriesValues, unknown>({
    initialValues: valuesFor(dayIn(Date.now(), shownZone())),
    send: (values) => send(templateId, values),
    done() {
      notifications.show({ message: t('series.created') });
      onClose();
    },
  });
  const { assignee } = form.values;
  const schedule = scheduleOf(form.values);
  return (
    <FormDialog
      title={t('series.createTitle')}
      form={form}
      verb={t('series.createVerb')}
      size="lg"
      isDisabled={assignee === undefined || schedule === undefined}
      onClose={onClose}
    >
      <SearchSelect<Assignee>
        path={ASSIGNEES}
        nameOf={({ type, name, detail }) =>
          [name, detail, type === 'Group' ? t('series.group') : undefined]
            .filter((part) => part !== undefined)
            .join(' · ')
        }
        nothing={t('series.nobody')}
        label={t('series.assignee')}
        value={assignee?.id ?? ''}
        onChange={(chosen) => form.setFieldValue('assignee', chosen)}
        maxDropdownHeight={DROPDOWN_HEIGHT}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
      {assignee?.type === 'Group' && (
        <NativeSelect
          label={t('series.mode')}
          data={(['each', 'shared'] as const).map((value) => ({
            value,
            label: t(`series.modes.${value}`),
          }))}
          {...form.getInputProps('mode')}
        />
      )}
      <ScheduleFields form={form} />
      <SchedulePreview schedule={schedule} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label={t('series.leadDays')}
          description={t('series.leadHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={MAX_LEAD_DAYS}
          allowDecimal={false}
          {...form.getInputProps('leadDays')}
        />
        <NativeSelect
          label={t('series.priority')}
          data={(['normal', 'high'] as const).map((value) => ({
            value,
            label: t(`series.priorities.${value}`),
          }))}
          {...form.getInputProps('priority')}
        />
      </SimpleGrid>
      <Textarea
        label={t('series.instructions')}
        description={t('series.instructionsHint')}
        maxLength={MAX_INSTRUCTIONS}
        autosize
        minRows={2}
        {...form.getInputProps('instructions')}
      />
    </FormDialog>
  );
}

function valuesFor(today: string): SeriesValues {
  return {
    mode: 'each',
    frequency: 'weekly',
    interval: 1,
    weekdays: [dayInMonth(today)?.weekday ?? 'mo'],
    dayOfMonth: 'day',
    start: today,
    time: '17:00',
    ends: 'never',
    until: '',
    count: 10,
    holidays: 'skip',
    leadDays: 0,
    priority: 'normal',
    instructions: '',
  };
}

async function send(templateId: string, values: SeriesValues): Promise<void> {
  const schedule = scheduleOf(values);
  const { assignee, mode, leadDays, priority, instructions } = values;
  if (schedule === undefined || assignee === undefined) return;
  const { type, id } = assignee;
  await createSeries(templateId, {
    ...schedule,
    assignee: { type, id, mode: mode === 'shared' ? 'shared' : 'each' },
    leadDays: Number(leadDays),
    priority: priority === 'high' ? 'high' : 'normal',
    ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
  });
}
