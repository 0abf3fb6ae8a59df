import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { isRelative } from '#kernel/relative-days.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Period, periodOf, WORD_PAIRS, yearsOf } from './periods.ts';

interface PeriodFormProps {
  readonly period: Period;
  /** Whether a period to compare with is chosen too. */
  readonly isCompared?: boolean;
  readonly onChange: (period: Period) => void;
}

/** A button that opens a small form: when the forms were created. */
export function PeriodForm({ period, isCompared = false, onChange }: PeriodFormProps) {
  const { t } = useTranslation();
  const [isOpen, { close, toggle }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && close()}
      trapFocus
      position="bottom-start"
    >
      <Popover.Target>
        <Button variant="default" onClick={toggle}>
          {t('summary.period')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('summary.period')}>
        <Days
          period={period}
          isCompared={isCompared}
          onChange={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const NAMES = ['from', 'to', 'compareFrom', 'compareTo'] as const;

function Days({ period, isCompared = false, onChange }: PeriodFormProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState(() => withoutWords(period));
  const fault = faultOf(days);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === undefined) onChange(days);
  };
  const day = (name: (typeof NAMES)[number]) => (
    <TextInput
      type="date"
      label={t(`summary.days.${name}`)}
      value={days[name] ?? ''}
      error={fault === name && t('summary.endsBefore')}
      onChange={({ currentTarget }) =>
        setDays({ ...days, [name]: currentTarget.value || undefined })
      }
    />
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" w={340} maw="85vw">
        <Words period={period} isCompared={isCompared} onChange={onChange} />
        <Text size="sm">{t('summary.created')}</Text>
        <Group grow gap="xs" align="start">
          {day('from')}
          {day('to')}
        </Group>
        {isCompared && (
          <>
            <Text size="sm">{t('summary.compareWith')}</Text>
            <Group grow gap="xs" align="start">
              {day('compareFrom')}
              {day('compareTo')}
            </Group>
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit">{t('summary.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Buttons for days that move on with the calendar, alone and compared with those before, and for years. */
function Words({ period, isCompared = false, onChange }: PeriodFormProps) {
  const { t } = useTranslation();
  const year = yearsOf(new Date());
  const choices: readonly { readonly label: string; readonly period: Period }[] = [
    ...WORD_PAIRS.flat()
      .filter((word) => word !== 'yesterday')
      .map((word) => ({ label: t(`summary.words.${word}`), period: periodOf(word) })),
    ...(isCompared
      ? WORD_PAIRS.map(([word, before]) => ({
          label: t(`summary.pairs.${word}`),
          period: periodOf(word, before),
        }))
      : []),
    { label: t(isCompared ? 'summary.years' : 'summary.year'), period: year },
  ];
  return (
    <Group gap="xs">
      {choices.map((choice) => (
        <Button
          key={choice.label}
          size="xs"
          variant={isSame(choice.period, period, isCompared) ? 'light' : 'default'}
          aria-pressed={isSame(choice.period, period, isCompared)}
          onClick={() => onChange(choice.period)}
        >
          {choice.label}
        </Button>
      ))}
    </Group>
  );
}

const isSame = (one: Period, other: Period, isCompared: boolean): boolean =>
  (isCompared ? NAMES : (['from', 'to'] as const)).every((name) => one[name] === other[name]);

/** Words have no place in inputs for days. */
const withoutWords = (period: Period): Period =>
  Object.fromEntries(
    NAMES.map((name) => [name, isRelative(period[name]) ? undefined : period[name]]),
  );

/** Returns the day that lies before the one that its period begins with. */
function faultOf({ from, to, compareFrom, compareTo }: Period): (typeof NAMES)[number] | undefined {
  if (from !== undefined && to !== undefined && to < from) return 'to';
  const isBefore = compareFrom !== undefined && compareTo !== undefined && compareTo < compareFrom;
  return isBefore ? 'compareTo' : undefined;
}
