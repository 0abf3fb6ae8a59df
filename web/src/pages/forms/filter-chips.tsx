import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isRelative } from '#kernel/relative-days.ts';
import { answersQuery } from '#web/api/answers.ts';
import { dayText } from '#web/components/time-text.ts';
import { ConditionChips } from '#web/conditions/condition-chips.tsx';
import { readConditions, writeConditions } from '#web/conditions/conditions.ts';
import type { FormFilters } from '#web/form-lists/form-filters.ts';
import { useTranslation } from '#web/texts/texts.ts';
import {
  CHOICE_FILTER_NAMES,
  CHOICE_FILTERS,
  type ChoiceFilter,
  DAY_FILTERS,
  type FilterNames,
  PERSON_FILTER_NAMES,
  PERSON_FILTERS,
  SPAN_FILTERS,
  spanIn,
} from './panel-filters.ts';

interface FilterChipsProps {
  readonly filters: FormFilters;
  readonly names: FilterNames;
  /** Called with what changes. */
  readonly onFilter: (filters: FormFilters) => void;
}

/** The first day of a span goes with its last one. */
function without(name: keyof FormFilters, spans: readonly (typeof SPAN_FILTERS)[number][]) {
  const span = spans.find(({ from }) => from === name);
  return { [name]: undefined, ...(span && { [span.to]: undefined }) };
}

/** The filters that are set in the panel, each with a button that removes it. */
export function FilterChips({ filters, names, onFilter }: FilterChipsProps) {
  const { t, i18n } = useTranslation();
  const gone = t('forms.gone.User');
  const spans = SPAN_FILTERS.filter((each) => spanIn(filters, each) !== undefined);
  const inSpans = new Set(spans.flatMap(({ from, to }) => [from, to]));
  const chips: readonly (readonly [keyof FormFilters, string])[] = [
    ...PERSON_FILTER_NAMES.flatMap((name) =>
      filters[name] === undefined
        ? []
        : [[name, t(PERSON_FILTERS[name].says, { name: names[name] ?? gone })] as const],
    ),
    ...(filters.overdue === true ? [['overdue', t('find.overdue')] as const] : []),
    ...CHOICE_FILTER_NAMES.flatMap((name) => {
      const value = filters[name];
      if (value === undefined) return [];
      const { choices, other }: ChoiceFilter = CHOICE_FILTERS[name];
      const text = Object.entries(choices).find(([choice]) => choice === value)?.[1] ?? other;
      return [[name, t(text)] as const];
    }),
    ...spans.map((each) => {
      const days = t(`answers.days.${spanIn(filters, each) ?? 'today'}`);
      return [each.from, `${t(`find.within.${each.span}`)}: ${days}`] as const;
    }),
    ...DAY_FILTERS.flatMap((name) => {
      const day = filters[name];
      if (day === undefined || inSpans.has(name)) return [];
      const text = isRelative(day)
        ? `${t(`find.${name}`)}: ${t(`answers.days.${day}`)}`
        : t(`find.says.${name}`, { day: dayText(day, i18n.locale) });
      return [[name, text] as const];
    }),
  ];
  return (
    <>
      {chips.length > 0 && (
        <Group gap="xs" component="ul" aria-label={t('find.set')} p={0} m={0}>
          {chips.map(([name, text]) => (
            <Paper
              key={name}
              component="li"
              withBorder
              px="xs"
              py={2}
              maw="100%"
              style={{ listStyle: 'none' }}
            >
              <Group gap={4} wrap="nowrap">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('find.remove', { filter: text })}
                  onClick={() => onFilter(without(name, spans))}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </Group>
            </Paper>
          ))}
        </Group>
      )}
      <Conditions filters={filters} onFilter={onFilter} />
    </>
  );
}

function Conditions({ filters, onFilter }: Omit<FilterChipsProps, 'names'>) {
  const { template = '', where } = filters;
  const { data } = useQuery({ ...answersQuery(template), enabled: template !== '' });
  const conditions = readConditions(where);
  if (data === undefined || conditions.length === 0) return undefined;
  return (
    <ConditionChips
      conditions={conditions}
      fields={data.fields}
      onChange={(others) => onFilter({ where: writeConditions(others) })}
    />
  );
}
