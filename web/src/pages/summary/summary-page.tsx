// The address holds the conditions and periods of a summary, as for the table of answers, so that people can send each
// other a link.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconChartBar, IconPrinter } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AnswerField } from '#answer-tables/app-types.ts';
import { answersQuery } from '#web/api/answers.ts';
import { summaryQuery } from '#web/api/summaries.ts';
import classes from '#web/charts/summary.module.css';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { useLightPrint } from '#web/components/use-printing.ts';
import { AnswerViews } from '#web/conditions/answer-views.tsx';
import { ConditionChips } from '#web/conditions/condition-chips.tsx';
import { ConditionForm } from '#web/conditions/condition-form.tsx';
import { type Condition, readConditions, writeConditions } from '#web/conditions/conditions.ts';
import { PeriodChip } from '#web/conditions/period-chip.tsx';
import { PeriodForm } from '#web/conditions/period-form.tsx';
import { NO_PERIOD } from '#web/conditions/periods.ts';
import { PrintedStatus } from '#web/conditions/printed-status.tsx';
import { STATUSES } from '#web/form-lists/form-filters.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import { FieldCards } from './field-cards.tsx';
import { GroupedCard } from './grouped-card.tsx';
import type { SummarySearch } from './summary-search.ts';

const route = getRouteApi('/signed-in/templates/$id/summary');

/** What was answered to a template: a card with a chart for each field, over the forms that conditions choose. */
export function SummaryPage() {
  const { t, i18n } = useTranslation();
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(answersQuery(id));
  const { where, status, by } = search;
  useLightPrint();
  // Asked again with the cards, so that the number on top is of the same moment.
  const counted = useQuery(
    summaryQuery(id, {
      ...search,
      fields: data.fields[0]?.id,
      ...(by !== undefined && { grouped: true }),
    }),
  );
  const conditions = readConditions(where);
  const change = (changes: SummarySearch) =>
    void navigate({ search: { ...search, ...changes }, replace: true });
  const add = (condition: Condition) =>
    change({ where: writeConditions([...conditions, condition]) });
  const clear = () => change({ where: undefined, status: undefined, ...NO_PERIOD });
  const isFiltered = [where, status, search.from, search.to].some((each) => each !== undefined);
  const title = t('summary.title', { template: data.template.name });
  const total = counted.data?.total;
  return (
    <Page
      title={title}
      back={{ to: '/forms/all', label: t('forms.all') }}
      actions={
        <Group gap="xs" className={classes['hidden']}>
          <Button variant="default" component={Link} to="/dashboards">
            {t('dashboards.title')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('summary.print')}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        <AnswerViews
          template={id}
          view="summary"
          search={{ where, status, createdFrom: search.from, createdTo: search.to }}
        />
        <div className={classes['hidden']}>
          <FilterBar
            label={t('answers.filter')}
            count={
              [status, search.from ?? search.to, by].filter((each) => each !== undefined).length
            }
          >
            <ChoiceField
              label={t('forms.status')}
              value={status}
              choices={STATUSES.map((value) => ({ value, label: t(`forms.statuses.${value}`) }))}
              onChoose={(chosen) => change({ status: chosen })}
            />
            {data.fields.length > 0 && <ConditionForm fields={data.fields} onAdd={add} />}
            <PeriodForm period={search} isCompared onChange={change} />
            <ByField fields={data.fields} value={by} onChoose={(field) => change({ by: field })} />
          </FilterBar>
        </div>
        <PrintedStatus status={status} />
        <ConditionChips
          conditions={conditions}
          fields={data.fields}
          onChange={(others) => change({ where: writeConditions(others) })}
        />
        <PeriodChip period={search} onClear={() => change(NO_PERIOD)} />
        {total === undefined ? (
          <QueryState query={counted} />
        ) : (
          <Text size="sm" role="status">
            {t('summary.total', { count: total, shown: total.toLocaleString(i18n.language) })}
            <RejectedLeft
              left={counted.data?.rejectedLeft ?? 0}
              isCounted={search.rejected === true}
              onChange={(rejected) => change({ rejected })}
            />
          </Text>
        )}
        {total === 0 && isFiltered && (
          <NothingFound text={t('forms.nothingFound')} onClear={clear} />
        )}
        {total === 0 && !isFiltered && (
          <EmptyState
            icon={IconChartBar}
            title={t('answers.empty')}
            text={t('summary.emptyHint')}
          />
        )}
        {total !== undefined && total > 0 && counted.data?.grouped && (
          <div className={classes['cards']}>
            <GroupedCard
              by={nameOfBy(by, data.fields, t)}
              grouped={counted.data.grouped}
              total={total}
            />
          </div>
        )}
        {total !== undefined && total > 0 && (
          <FieldCards template={id} fields={data.fields} query={search} onChoose={add} />
        )}
      </Stack>
    </Page>
  );
}

/** Returns the name of what counts are divided by. */
function nameOfBy(by: string | undefined, fields: readonly AnswerField[], t: TFunction): string {
  const fact = FACTS.find((each) => each === by);
  if (fact !== undefined) return t(`summary.byFact.${fact}`);
  const title = fields.find(({ id }) => id === by)?.title ?? '';
  return t('summary.byField', { field: title });
}

interface RejectedLeftProps {
  /** How many rejected forms are left out. */
  readonly left: number;
  readonly isCounted: boolean;
  readonly onChange: (isCounted: true | undefined) => void;
}

/** Says how many rejected forms are left out, and counts them too if asked. */
function RejectedLeft({ left, isCounted, onChange }: RejectedLeftProps) {
  const { t, i18n } = useTranslation();
  if (left === 0 && !isCounted) return undefined;
  const shown = left.toLocaleString(i18n.language);
  return (
    <>
      {' '}
      {isCounted ? t('summary.withRejected') : t('summary.rejectedLeft', { count: left, shown })}{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes['hidden']}
        onClick={() => onChange(isCounted ? undefined : true)}
      >
        {isCounted ? t('summary.leaveRejected') : t('summary.countRejected')}
      </Anchor>
    </>
  );
}

const FACTS = ['@createdBy', '@assignedTo', '@createdWeek', '@createdMonth'] as const;

interface ByFieldProps {
  readonly fields: readonly AnswerField[];
  readonly value: string | undefined;
  readonly onChoose: (field: string | undefined) => void;
}

/** Chooses by what all counts are divided: who, when, or the answers to a field. */
function ByField({ fields, value, onChoose }: ByFieldProps) {
  const { t } = useTranslation();
  const facts = FACTS.map((fact) => ({ value: fact, label: t(`summary.byFact.${fact}`) }));
  const own = fields
    .filter(({ hasGroups }) => hasGroups)
    .map(({ id, title }) => ({ value: id, label: t('summary.byField', { field: title }) }));
  const choices: { value: string; label: string }[] = [...facts, ...own];
  return (
    <ChoiceField
      label={t('summary.by')}
      any={t('summary.ungrouped')}
      value={value}
      choices={choices}
      onChoose={onChoose}
    />
  );
}
