// Designers and members share this list, with different actions, so that a link to it is right for both.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateItem } from '#templates/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { restoreTemplate } from '#web/api/template-design.ts';
import { TEMPLATES } from '#web/api/templates.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import { ArchiveDialog } from '#web/templates/archive-dialog.tsx';
import { DeleteDialog } from '#web/templates/delete-dialog.tsx';
import { useTemplateColumns } from '#web/templates/template-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { STATUSES, type TemplateFilters } from './template-filters.ts';
import { XlsFormDialog } from './xlsform-dialog.tsx';

const route = getRouteApi('/signed-in/templates');

/** The templates: designers edit them, members create forms from them. */
export function TemplatesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const isDesigner = useSession().user.role !== 'member';
  const [copied, setCopied] = useState<TemplateItem>();
  const [exported, setExported] = useState<TemplateItem>();
  const [archiving, setArchiving] = useState<TemplateItem>();
  const [deleting, setDeleting] = useState<TemplateItem>();
  const list = useList<TemplateItem>(TEMPLATES, { ...filters });
  const restore = useAct(
    ({ id }: TemplateItem) => restoreTemplate(id),
    ({ name }) => {
      notifications.show({ message: t('templates.restored', { name }) });
    },
  );
  const columns = useTemplateColumns(
    isDesigner
      ? {
          onDuplicate: setCopied,
          onXlsForm: setExported,
          onArchive: setArchiving,
          onRestore: restore.run,
          onDelete: setDeleting,
        }
      : undefined,
  );
  const filterBy = (change: TemplateFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const isFiltered = Object.values(filters).some((each) => each !== undefined);
  return (
    <Page title={t('templates.title')} actions={isDesigner && <NewButton />}>
      <FilterBar
        label={t('templates.filter')}
        count={filters.status === undefined ? 0 : 1}
        search={
          <SearchField
            label={t('templates.search')}
            value={filters.q ?? ''}
            onSearch={(q) => filterBy({ q: q || undefined })}
          />
        }
      >
        {isDesigner && (
          <ChoiceField
            label={t('templates.status')}
            value={filters.status}
            choices={STATUSES.map((value) => ({ value, label: t(`templates.statuses.${value}`) }))}
            onChoose={(status) => filterBy({ status })}
          />
        )}
      </FilterBar>
      {restore.problem && <Problem error={restore.problem} />}
      <ListView
        list={list}
        label={t('templates.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={<Nothing isFiltered={isFiltered} isDesigner={isDesigner} />}
      />
      {copied !== undefined && (
        <DuplicateDialog template={copied} onClose={() => setCopied(undefined)} />
      )}
      {exported !== undefined && (
        <XlsFormDialog template={exported} onClose={() => setExported(undefined)} />
      )}
      {deleting !== undefined && (
        <DeleteDialog template={deleting} onClose={() => setDeleting(undefined)} />
      )}
      {archiving !== undefined && (
        <ArchiveDialog template={archiving} onClose={() => setArchiving(undefined)} />
      )}
    </Page>
  );
}

function NewButton() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('templates.new')}
    </Button>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly isDesigner: boolean;
}

function Nothing({ isFiltered, isDesigner }: NothingProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  if (isFiltered) {
    return (
      <NothingFound
        text={t('templates.nothingFound')}
        onClear={() => void navigate({ search: {} })}
      />
    );
  }
  return (
    <EmptyState
      icon={IconTemplate}
      title={t(isDesigner ? 'templates.empty' : 'templates.memberEmpty')}
      text={t(isDesigner ? 'templates.emptyHint' : 'templates.memberEmptyHint')}
    >
      {isDesigner && <NewButton />}
    </EmptyState>
  );
}
