// Most people search and filter by status only. The other filters are in this panel, whose code is loaded when it is
// opened.
import { Checkbox, Group, NativeSelect, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isRelative, RELATIVE_DAYS } from '#kernel/relative-days.ts';
import { answersQuery } from '#web/api/answers.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { ConditionForm } from '#web/conditions/condition-form.tsx';
import { readConditions, writeConditions } from '#web/conditions/conditions.ts';
import { type FormFilters, type FormSort, isOfDue, sortOf } from '#web/form-lists/form-filters.ts';
import { DayField } from '#web/lists/day-field.tsx';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { directionOf } from './narrowing.ts';
import {
  CHOICE_FILTER_NAMES,
  CHOICE_FILTERS,
  type ChoiceFilter,
  type ChoiceFilterName,
  DAY_FILTERS,
  type FilterNames,
  PERSON_FILTER_NAMES,
  PERSON_FILTERS,
  type PersonFilterName,
  SPAN_FILTERS,
  spanIn,
} from './panel-filters.ts';

interface MoreFiltersProps {
  readonly filters: FormFilters;
  readonly names: FilterNames;
  /** Called with what changes. */
  readonly onFilter: (filters: FormFilters) => void;
}

const ORDERS = [
  { sort: 'updated', direction: 'desc' },
  { sort: 'updated', direction: 'asc' },
  { sort: 'created', direction: 'desc' },
  { sort: 'created', direction: 'asc' },
  { sort: 'name', direction: 'asc' },
  { sort: 'name', direction: 'desc' },
  { sort: 'due', direction: 'asc' },
  { sort: 'due', direction: 'desc' },
] as const satisfies readonly { readonly sort: FormSort; readonly direction: 'asc' | 'desc' }[];

/** Filters by people, days, location and answers, and the order of the list. */
export function MoreFilters({ filters, names, onFilter }: MoreFiltersProps) {
  const { t } = useTranslation();
  const chosen = `${sortOf(filters)}-${directionOf(filters)}`;
  const orders = ORDERS.filter(({ sort }) => sort !== 'due' || isOfDue(filters));
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('forms.moreFilters')}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
        {PERSON_FILTER_NAMES.map((name) => (
          <PersonField key={name} {...{ name, filters, names, onFilter }} />
        ))}
        {CHOICE_FILTER_NAMES.map((name) => (
          <ChoiceField key={name} {...{ name, filters, onFilter }} />
        ))}
        <NativeSelect
          label={t('find.sort')}
          value={chosen}
          onChange={({ currentTarget }) =>
            onFilter(ORDERS.find((each) => nameOf(each) === currentTarget.value) ?? {})
          }
          data={orders.map((each) => ({
            value: nameOf(each),
            label: t(`find.orders.${nameOf(each)}`),
          }))}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="xs" mt="sm">
        {SPAN_FILTERS.map((each) => (
          <NativeSelect
            key={each.span}
            label={t(`find.within.${each.span}`)}
            value={spanIn(filters, each) ?? ''}
            onChange={({ currentTarget }) => {
              const word = RELATIVE_DAYS.find((known) => known === currentTarget.value);
              onFilter({ [each.from]: word, [each.to]: word });
            }}
            data={[
              { value: '', label: t('find.anyDay') },
              ...RELATIVE_DAYS.map((word) => ({ value: word, label: t(`answers.days.${word}`) })),
            ]}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="sm">
        {DAY_FILTERS.map((name) => (
          <DayField
            key={name}
            label={t(`find.${name}`)}
            value={isRelative(filters[name]) ? undefined : filters[name]}
            onChoose={(day) => onFilter({ [name]: day })}
          />
        ))}
      </SimpleGrid>
      <Checkbox
        mt="sm"
        label={t('find.overdue')}
        checked={filters.overdue === true}
        onChange={({ currentTarget }) =>
          onFilter({ overdue: currentTarget.checked ? true : undefined })
        }
      />
      <Answers {...{ filters, onFilter }} />
    </Paper>
  );
}

const nameOf = ({ sort, direction }: (typeof ORDERS)[number]) => `${sort}-${direction}` as const;

function ChoiceField({
  name,
  filters,
  onFilter,
}: Omit<MoreFiltersProps, 'names'> & { readonly name: ChoiceFilterName }) {
  const { t } = useTranslation();
  const { label, any, choices }: ChoiceFilter = CHOICE_FILTERS[name];
  const value = filters[name] ?? '';
  return (
    <NativeSelect
      label={t(label)}
      value={Object.hasOwn(choices, value) ? value : ''}
      onChange={({ currentTarget }) => onFilter({ [name]: currentTarget.value || undefined })}
      data={[
        { value: '', label: t(any) },
        ...Object.entries(choices).map(([choice, text]) => ({ value: choice, label: t(text) })),
      ]}
    />
  );
}

function PersonField({
  name,
  filters,
  names,
  onFilter,
}: MoreFiltersProps & { readonly name: PersonFilterName }) {
  const { t } = useTranslation();
  const { label, hasGroups } = PERSON_FILTERS[name];
  const id = filters[name];
  const known = names[name];
  return (
    <SearchSelect<Pick<Assignee, 'id' | 'name'>>
      // A name that comes with the list is shown once it is there, and a filter that was removed is emptied.
      key={`${id ?? ''} ${known ?? ''}`}
      label={t(label)}
      path={ASSIGNEES}
      {...(!hasGroups && { filters: { type: 'User' } })}
      nameOf={(each) => each.name}
      nothing={t('userPicker.nobody')}
      placeholder={t('find.anybody')}
      value={id ?? ''}
      initial={id === undefined ? undefined : { id, name: known ?? t('forms.gone.User') }}
      onChange={(person) => onFilter({ [name]: person?.id })}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** Adds conditions on answers, once one template is chosen. */
function Answers({ filters, onFilter }: Omit<MoreFiltersProps, 'names'>) {
  const { t } = useTranslation();
  const { template = '', where } = filters;
  const { data } = useQuery({ ...answersQuery(template), enabled: template !== '' });
  if (template === '') {
    return (
      <Text size="xs" c="dimmed" mt="xs">
        {t('find.chooseTemplate')}
      </Text>
    );
  }
  if (data === undefined || data.fields.length === 0) return undefined;
  return (
    <Group mt="sm">
      <ConditionForm
        fields={data.fields}
        onAdd={(condition) =>
          onFilter({ where: writeConditions([...readConditions(where), condition]) })
        }
      />
    </Group>
  );
}
