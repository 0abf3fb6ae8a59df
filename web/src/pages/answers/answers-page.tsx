// The address holds the whole state of the table of answers: its filters, order and columns. This page reads and writes
// it, so that a link or a saved view shows the same table.
import { Group, Menu, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { AnswerRow } from '#answer-tables/app-types.ts';
import { answersOf, answersQuery, rowsOf } from '#web/api/answers.ts';
import { useSession } from '#web/api/session.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { late } from '#web/components/late.ts';
import { Page } from '#web/components/page.tsx';
import { PageMenu } from '#web/components/page-menu.tsx';
import { useLightPrint } from '#web/components/use-printing.ts';
import {
  type AnswerFilter,
  type AnswerSearch,
  readAnswerFilter,
  readAnswerSearch,
} from '#web/conditions/answer-search.ts';
import { AnswerViews } from '#web/conditions/answer-views.tsx';
import { ConditionChips } from '#web/conditions/condition-chips.tsx';
import { ConditionForm } from '#web/conditions/condition-form.tsx';
import { readConditions, writeConditions } from '#web/conditions/conditions.ts';
import { PeriodChip } from '#web/conditions/period-chip.tsx';
import { PeriodForm } from '#web/conditions/period-form.tsx';
import { PrintedStatus } from '#web/conditions/printed-status.tsx';
import { inOrder, readTable, type TableState, writeTable } from '#web/conditions/table-state.ts';
import { STATUSES } from '#web/form-lists/form-filters.ts';
import { REVIEWS } from '#web/form-lists/review-states.ts';
import { useSelection } from '#web/form-lists/use-selection.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { useList } from '#web/lists/use-list.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { viewStateOf } from '#web/views/view-state.ts';
import { ViewsButton } from '#web/views/views-button.tsx';
import { columnFields, useAnswerColumns } from './answer-columns.tsx';
import { CardList } from './card-list.tsx';
import { useCorrector } from './correct/use-corrector.tsx';
import { DeskTable } from './desk-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FieldChoice } from './field-choice.tsx';
import { OrderChoice } from './order-choice.tsx';

const route = getRouteApi('/signed-in/templates/$id/answers');

const SearchedDialog = late(() => import('./searched-dialog.tsx'), 'SearchedDialog');

const NOTHING: readonly AnswerRow[] = [];

/** Returns how many filters are set besides conditions on answers. The first and the last day are one. */
const countAnswerFilters = ({ where: _, createdFrom, createdTo, ...others }: AnswerFilter) =>
  [createdFrom ?? createdTo, ...Object.values(others)].filter((each) => each !== undefined).length;

/** The answers to a template: one row for each form, one column for each chosen field. */
export function AnswersPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const search = route.useSearch();
  const filter = readAnswerFilter({ ...search });
  const { where, status, review, createdFrom, createdTo } = filter;
  useLightPrint();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(answersQuery(id));
  const isPhone = useMediaQuery('screen and (max-width: 48em)', false, {
    getInitialValueInEffect: false,
  });
  const tables = data.fields.filter(({ kind }) => kind === 'rows');
  const table = tables.find((each) => each.id === search.rows)?.id;
  const own = columnFields(data.fields, table).map((field) => field.id);
  const state = readTable(search, own, table === undefined ? ['name'] : ['name', 'row']);
  const all = useAnswerColumns(data.fields, table);
  const columns = inOrder(state).flatMap((each) => all.find((column) => column.id === each) ?? []);
  const { sort } = writeTable(state);
  const locale = shownLanguage();
  // In the order of the template, so that moving a column loads nothing.
  const fields = all.flatMap((column) =>
    column.field && state.columns.includes(column.id) ? [column.id] : [],
  );
  const list = useList<AnswerRow>(
    table === undefined ? answersOf(id) : rowsOf(id),
    table === undefined
      ? { ...filter, sort, fields: fields.join(','), locale }
      : { ...filter, sort, table, locale },
  );
  const isDesigner = useSession().user.role !== 'member';
  const [isMarking, setMarking] = useState(false);
  const corrector = useCorrector(id);
  const selection = useSelection({
    // A row of a table is no form.
    items: table === undefined ? list.items : NOTHING,
    total: list.isStale === true ? undefined : list.total,
    isTotalExact: list.isTotalExact !== false,
    matching: { answers: { templateId: id, ...filter } },
  });
  const shown = columns.map((column) =>
    column.id === 'name'
      ? { ...column, cell: (row: AnswerRow) => selection.withBox(row, column.cell(row), isPhone) }
      : column,
  );
  const conditions = readConditions(where);
  const change = (changed: AnswerSearch) =>
    void navigate({ search: { ...search, ...changed }, replace: true });
  const period = { from: createdFrom, to: createdTo };
  const choosePeriod = (from: string | undefined, to: string | undefined) =>
    change({ createdFrom: from, createdTo: to });
  const show = (next: TableState) => change(writeTable(next));
  const title = t('answers.title', { template: data.template.name });
  const isFiltered = Object.values(filter).some((each) => each !== undefined);
  const empty = isFiltered ? (
    <NothingFound text={t('forms.nothingFound')} onClear={() => change(readAnswerFilter({}))} />
  ) : (
    <EmptyState icon={IconTable} title={t('answers.empty')} text={t('answers.emptyHint')} />
  );
  return (
    <Page
      title={title}
      back={{ to: '/forms/all', label: t('forms.all') }}
      actions={
        <Group gap="xs" className="no-print">
          {list.items.length > 0 && (
            <ExportMenu
              template={id}
              name={data.template.name}
              state={viewStateOf({ ...search })}
              filter={{ ...filter, sort }}
              hasReviews={list.items.some((each) => each.review !== undefined)}
              columns={columns}
              table={table}
            />
          )}
          <ViewsButton
            page={{ list: 'answers', templateId: id }}
            state={viewStateOf({ ...search })}
            onOpen={(saved) => void navigate({ search: readAnswerSearch(saved), replace: true })}
          />
          {isDesigner && (
            <PageMenu>
              <Menu.Item onClick={() => setMarking(true)}>{t('answers.searched.title')}</Menu.Item>
            </PageMenu>
          )}
        </Group>
      }
    >
      {isMarking && (
        <Suspense>
          <SearchedDialog id={id} onClose={() => setMarking(false)} />
        </Suspense>
      )}
      <Stack gap="sm">
        <AnswerViews template={id} view="table" search={filter} />
        <div className="no-print">
          <FilterBar
            label={t('answers.filter')}
            count={countAnswerFilters(filter)}
            more={selection.button}
          >
            <ChoiceField
              label={t('forms.status')}
              value={status}
              choices={STATUSES.map((value) => ({ value, label: t(`forms.statuses.${value}`) }))}
              onChoose={(chosenStatus) => change({ status: chosenStatus })}
            />
            <ChoiceField
              label={t('find.review')}
              value={review}
              choices={REVIEWS.map((value) => ({ value, label: t(`forms.reviews.${value}`) }))}
              onChoose={(chosen) => change({ review: chosen })}
            />
            {data.fields.length > 0 && (
              <ConditionForm
                fields={data.fields}
                onAdd={(condition) =>
                  change({ where: writeConditions([...conditions, condition]) })
                }
              />
            )}
            <PeriodForm period={period} onChange={({ from, to }) => choosePeriod(from, to)} />
            {tables.length > 0 && (
              <ChoiceField
                label={t('answers.show')}
                value={table}
                any={t('answers.forms')}
                choices={tables.map((each) => ({
                  value: each.id,
                  label: t('answers.rowsOf', { title: each.title }),
                }))}
                // Another table has other columns; the order is of forms in both.
                onChoose={(chosen) => change({ rows: chosen, columns: undefined, pin: undefined })}
              />
            )}
            {isPhone && <OrderChoice columns={all} state={state} onChange={show} />}
            <FieldChoice columns={all} state={state} onChange={show} />
          </FilterBar>
        </div>
        <PrintedStatus status={status} />
        <ConditionChips
          conditions={conditions}
          fields={data.fields}
          onChange={(others) => change({ where: writeConditions(others) })}
        />
        <PeriodChip period={period} onClear={() => choosePeriod(undefined, undefined)} />
        {isPhone ? (
          <CardList label={title} list={list} columns={shown} corrector={corrector} empty={empty} />
        ) : (
          <DeskTable
            label={title}
            template={id}
            filter={filter}
            list={list}
            columns={shown}
            state={state}
            onChange={show}
            hasSums={table === undefined}
            corrector={corrector}
            isChosen={selection.isChosen}
            empty={empty}
          />
        )}
        {corrector.status}
        {selection.bar}
      </Stack>
    </Page>
  );
}
