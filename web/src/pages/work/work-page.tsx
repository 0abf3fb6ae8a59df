import { Button, Group } from '@mantine/core';
import { IconClipboardCheck, IconFileSpreadsheet, IconSend } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ASSIGNMENTS, type AssignmentItem } from '#web/api/assignments.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { DayField } from '#web/lists/day-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { TemplatePicker } from '#web/lists/template-picker.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useWorkColumns } from './work-columns.tsx';
import { isNarrowedWork, SHOWS, type WorkFilters, workQuery } from './work-filters.ts';

const route = getRouteApi('/signed-in/work');

/** Work that the person sent, has, or may see: who has to fill in what, until when, and what has become of it. */
export function WorkPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList<AssignmentItem>(ASSIGNMENTS, workQuery(filters));
  const show = (changes: WorkFilters) =>
    void navigate({ search: { ...filters, ...changes }, replace: true });
  return (
    <Page
      title={t('work.title')}
      lead={t('work.lead')}
      actions={
        <Group gap="xs">
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
        count={Object.values(filters).filter((each) => each !== undefined).length}
      >
        <ChoiceField
          label={t('work.show')}
          any={t('work.everything')}
          value={filters.show}
          choices={SHOWS.map((value) => ({ value, label: t(`work.shows.${value}`) }))}
          onChoose={(chosen) => show({ show: chosen })}
        />
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
      </FilterBar>
      <ListView
        list={list}
        label={t('work.title')}
        columns={useWorkColumns()}
        idOf={({ id }) => id}
        empty={
          isNarrowedWork(filters) ? (
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
    </Page>
  );
}

const chosenTemplate = (items: readonly AssignmentItem[], id: string) => ({
  id,
  name: items.find(({ template }) => template.id === id)?.template.name ?? id,
});
