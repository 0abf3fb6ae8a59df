import { Button } from '@mantine/core';
import { IconCalendarTime, IconFileExport, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExportItem } from '#exports/app-types.ts';
import { EXPORTS, removeExport } from '#web/api/exports.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useExportColumns } from './export-columns.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';
import { useFollow } from './use-follow.ts';
import { useOnlyTemplate } from './use-only-template.ts';

/** The exports that the reader requested, with their state and files. */
export function ExportsPage() {
  const { t } = useTranslation();
  const list = useList<ExportItem>(EXPORTS);
  const only = useOnlyTemplate();
  const [isOpen, setOpen] = useState(false);
  const remove = useAct(({ id }: ExportItem) => removeExport(id));
  const columns = useExportColumns(remove.run);
  useFollow(list.items);
  // The empty list shows the same button in the middle of the screen.
  const isEmpty = list.items.length === 0 && !list.isLoading && list.error === null;
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('exports.new')}
    </Button>
  );
  return (
    <Page
      title={t('exports.title')}
      actions={
        <>
          <Button
            component={Link}
            to="/scheduled-exports"
            variant="default"
            leftSection={<IconCalendarTime size={16} aria-hidden />}
          >
            {t('exports.scheduled')}
          </Button>
          {!isEmpty && button}
        </>
      }
    >
      {remove.problem && <Problem error={remove.problem} />}
      <ListView
        list={list}
        label={t('exports.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState
            icon={IconFileExport}
            title={t('exports.empty')}
            text={t('exports.emptyHint')}
          >
            {button}
          </EmptyState>
        }
      />
      {isOpen && <NewExportDialog template={only} onClose={() => setOpen(false)} />}
    </Page>
  );
}
