import { Button, Group } from '@mantine/core';
import { IconClipboardCheck, IconFileSpreadsheet, IconSend, IconX } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ASSIGNMENTS, type AssignmentItem } from '#web/api/assignments.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { type Selection, useSelection } from '#web/form-lists/use-selection.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import type { Column } from '#web/lists/column.ts';
import { DayField } from '#web/lists/day-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { TemplatePicker } from '#web/lists/template-picker.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useWorkColumns } from './work-columns.tsx';
import { WorkExport } from './work-export.tsx';
import { SHOWS, type WorkFilters } from './work-filters.ts';
import { WorkPeople } from './work-people.tsx';
import { countFilters, workQuery } from './work-query.ts';

const route = getRouteApi('/signed-in/work');

/** Work that the person sent, has, or may see: who has to fill in what, until when, and what has become of it. */
export function WorkPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList<AssignmentItem>(ASSIGNMENTS, workQuery(filters));
  const columns = useWorkColumns();
  const selection = useSelection({
    items: list.items.map(chosenWork),
    total: undefined,
    isTotalExact: true,
    matching: { work: workQuery(filters) },
  });
  const isByPerson = filters.by === 'person';
  const show = (changes: WorkFilters) =>
    void navigate({ search: { ...filters, ...changes }, replace: true });
  return (
    <Page
      title={t('work.title')}
      lead={t('work.lead')}
      actions={
        <Group gap="xs">
          <WorkExport filters={filters} />
          <Button component={Link} to="/work/leavers" variant="subtle">
            {t('work.leavers.name')}
          </Button>
          <Button
            component={Link}
            to="/work/import"
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          >
            {t('work.sendFile')}
          </Button>
          <Button component={Link} to="/work/new" leftSection={<IconSend size={16} aria-hidden />}>
            {t('work.send')}
          </Button>
        </Group>
      }
    >
      <FilterBar
        label={t('work.filter')}
        count={countFilters(filters)}
        more={
          <>
            <ChoiceField
              label={t('work.view')}
              any={t('work.views.list')}
              value={filters.by}
              choices={[{ value: 'person', label: t('work.views.person') }]}
              onChoose={(by) => show({ by })}
            />
            {!isByPerson && selection.button}
          </>
        }
      >
        {!isByPerson && (
          <ChoiceField
            label={t('work.show')}
            any={t('work.everything')}
            value={filters.show}
            choices={SHOWS.map((value) => ({ value, label: t(`work.shows.${value}`) }))}
            onChoose={(chosen) => show({ show: chosen })}
          />
        )}
        <TemplatePicker
          aria-label={t('work.template')}
          placeholder={t('work.template')}
          value={
            filters.template === undefined
              ? undefined
              : chosenTemplate(list.items, filters.template)
          }
          onChange={(template) => show({ template: template?.id })}
        />
        {!isByPerson && (
          <>
            <DayField
              label={t('find.dueFrom')}
              value={filters.dueFrom}
              onChoose={(dueFrom) => show({ dueFrom })}
            />
            <DayField
              label={t('find.dueTo')}
              value={filters.dueTo}
              onChoose={(dueTo) => show({ dueTo })}
            />
            {filters.assignee !== undefined && (
              <Button
                variant="default"
                rightSection={<IconX size={14} aria-hidden />}
                onClick={() => show({ assignee: undefined })}
              >
                {list.items.find(({ assignee }) => assignee.id === filters.assignee)?.assignee
                  .name ?? t('work.person')}
              </Button>
            )}
          </>
        )}
      </FilterBar>
      {isByPerson ? (
        <WorkPeople template={filters.template} />
      ) : (
        <ListView
          list={list}
          label={t('work.title')}
          columns={withBoxes(columns, selection)}
          idOf={({ id }) => id}
          empty={
            countFilters(filters) > 0 ? (
              <NothingFound
                text={t('work.nothingFound')}
                onClear={() => void navigate({ search: {}, replace: true })}
              />
            ) : (
              <EmptyState
                icon={IconClipboardCheck}
                title={t('work.none')}
                text={t('work.noneHint')}
              />
            )
          }
        />
      )}
      {!isByPerson && selection.bar}
    </Page>
  );
}

const chosenWork = ({ id, template, assignee }: AssignmentItem) => ({
  id,
  name: [template.name, assignee.name].join(' · '),
});

/** Puts a box before the first column. */
const withBoxes = (
  [first, ...others]: readonly Column<AssignmentItem>[],
  { withBox }: Selection,
): readonly Column<AssignmentItem>[] =>
  first
    ? [{ ...first, cell: (item) => withBox(chosenWork(item), first.cell(item)) }, ...others]
    : [];

const chosenTemplate = (items: readonly AssignmentItem[], id: string) => ({
  id,
  name: items.find(({ template }) => template.id === id)?.template.name ?? id,
});
