import { Checkbox, Group, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { weekdayText } from '#web/components/calendar-formats.ts';
import { isElsewhere } from '#web/components/exact-time.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import {
  choiceOfDay,
  type DAYS_OF_MONTH,
  dayInMonth,
  ENDS,
  FREQUENCIES,
  type ScheduleValues,
  WEEKDAYS,
} from './schedule-of.ts';

const MAX_INTERVAL = 999;
const MAX_COUNT = 1000;
const HOLIDAY_RULES = ['skip', 'move', 'keep'] as const;
const PLACES = ['first', 'second', 'third', 'fourth'] as const;

/** The fields of a schedule. */
export function ScheduleFields<Values extends ScheduleValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  const { t } = useTranslation();
  const { frequency, ends } = form.values;
  const zone = isElsewhere() ? t('series.zone', { zone: shownZone() }) : undefined;
  const options = <T extends string>(values: readonly T[], labelOf: (value: T) => string) =>
    values.map((value) => ({ value, label: labelOf(value) }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
        <NativeSelect
          label={t('series.frequency')}
          data={options(FREQUENCIES, (each) => t(`series.frequencies.${each}`))}
          {...form.getInputProps('frequency')}
        />
        <NumberInput
          label={t(`series.intervals.${FREQUENCIES.find((each) => each === frequency) ?? 'daily'}`)}
          min={1}
          max={MAX_INTERVAL}
          allowDecimal={false}
          {...form.getInputProps('interval')}
        />
      </SimpleGrid>
      {frequency === 'weekly' && <Weekdays {...form.getInputProps('weekdays')} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
        <TextInput
          type="date"
          label={t('series.start')}
          required
          {...form.getInputProps('start')}
        />
        <TextInput
          type="time"
          label={t('series.time')}
          description={zone}
          required
          {...form.getInputProps('time')}
        />
      </SimpleGrid>
      {frequency === 'monthly' && <DayOfMonth form={form} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
        <NativeSelect
          label={t('series.ends')}
          data={options(ENDS, (each) => t(`series.endings.${each}`))}
          {...form.getInputProps('ends')}
        />
        {ends === 'until' && (
          <TextInput
            type="date"
            label={t('series.until')}
            required
            {...form.getInputProps('until')}
          />
        )}
        {ends === 'count' && (
          <NumberInput
            label={t('series.count')}
            min={1}
            max={MAX_COUNT}
            allowDecimal={false}
            {...form.getInputProps('count')}
          />
        )}
      </SimpleGrid>
      <NativeSelect
        label={t('series.holidays')}
        data={options(HOLIDAY_RULES, (each) => t(`series.holidayRules.${each}`))}
        {...form.getInputProps('holidays')}
      />
    </>
  );
}

function Weekdays(field: object) {
  const { t, i18n } = useTranslation();
  return (
    <Checkbox.Group label={t('series.weekdays')} {...field}>
      <Group mt={4}>
        {WEEKDAYS.map((day, i) => (
          // 1 January 2024 was a Monday.
          <Checkbox
            key={day}
            value={day}
            label={weekdayText(new Date(Date.UTC(2024, 0, i + 1)), i18n.locale, 'UTC')}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Which day of the month, by the day that the series starts on. */
function DayOfMonth<Values extends ScheduleValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  const { t, i18n } = useTranslation();
  const start = dayInMonth(form.values.start);
  if (start === undefined) return null;
  const { date, day, nth } = start;
  const weekday = weekdayText(date, i18n.locale, 'UTC');
  const { offered, chosen } = choiceOfDay(form.values);
  const labelOf = (each: (typeof DAYS_OF_MONTH)[number]): string =>
    each === 'nth'
      ? t(`series.nth.${PLACES[(nth ?? 1) - 1] ?? 'first'}`, { weekday })
      : t(`series.daysOfMonth.${each}`, { day, weekday });
  return (
    <NativeSelect
      label={t('series.dayOfMonth')}
      description={day > 28 ? t('series.shortMonths') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={offered.map((value) => ({ value, label: labelOf(value) }))}
      {...form.getInputProps('dayOfMonth')}
      value={chosen}
    />
  );
}
