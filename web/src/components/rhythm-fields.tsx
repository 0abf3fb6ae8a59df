import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from '#web/texts/texts.ts';
import { weekdayName } from './calendar-formats.ts';

const RHYTHMS = ['day', 'week', 'month'] as const;

/** How often something happens, as the lists hold it. */
export interface Rhythm {
  readonly every: string;
  readonly weekday: string;
  readonly monthday: string;
}

interface RhythmFieldsProps {
  readonly form: Pick<UseFormReturnType<Rhythm>, 'values' | 'getInputProps'>;
}

/** Chooses every day, a day of the week, or a day of the month. */
export function RhythmFields({ form }: RhythmFieldsProps) {
  const { t, i18n } = useTranslation();
  const { every, monthday } = form.values;
  return (
    <>
      <NativeSelect
        label={t('rhythm.every')}
        data={RHYTHMS.map((value) => ({ value, label: t(`rhythm.rhythms.${value}`) }))}
        {...form.getInputProps('every')}
      />
      {every === 'week' && (
        <NativeSelect
          label={t('rhythm.weekday')}
          data={range(1, 7).map((day) => ({
            value: String(day),
            label: weekdayName(day, i18n.locale),
          }))}
          {...form.getInputProps('weekday')}
        />
      )}
      {every === 'month' && (
        <NativeSelect
          label={t('rhythm.monthday')}
          description={Number(monthday) > 28 ? t('rhythm.shortMonths') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={range(1, 31).map(String)}
          {...form.getInputProps('monthday')}
        />
      )}
    </>
  );
}

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

type Stored = { readonly every: 'day' | 'week' | 'month'; readonly on?: number };

/** Returns the rhythm as the server takes it. */
export function storedRhythm({ every, weekday, monthday }: Rhythm): Stored {
  if (every === 'week') return { every, on: Number(weekday) };
  return every === 'month' ? { every, on: Number(monthday) } : { every: 'day' };
}

/** Returns the rhythm as the lists hold it; Monday or the first of the month unless one is stored. */
export function rhythmOf(stored: Stored | undefined): Rhythm {
  const on = String(stored?.on ?? 1);
  return {
    every: stored?.every ?? 'week',
    weekday: stored?.every === 'week' ? on : '1',
    monthday: stored?.every === 'month' ? on : '1',
  };
}
