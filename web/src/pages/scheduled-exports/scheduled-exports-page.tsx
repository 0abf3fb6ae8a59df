import { Button, Switch } from '@mantine/core';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ScheduledExportItem, ScheduledExportList } from '#scheduled-exports/app-types.ts';
import { SCHEDULED_EXPORTS } from '#web/api/scheduled-exports.ts';
import { useSession } from '#web/api/session.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { ScheduledExportDialog } from '#web/exports/scheduled-export-dialog.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useScheduledExportColumns } from './scheduled-export-columns.tsx';

/** The exports that Formstead makes by itself for the reader; admins also see those of others. */
export function ScheduledExportsPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [isEveryone, setEveryone] = useState(false);
  const list = useList<ScheduledExportItem, ScheduledExportList>(
    SCHEDULED_EXPORTS,
    isEveryone ? { everyone: true } : {},
  );
  const [isOpen, setOpen] = useState(false);
  const [changing, setChanging] = useState<ScheduledExportItem>();
  const columns = useScheduledExportColumns(isEveryone, setChanging);
  const isEmpty = list.items.length === 0 && !list.isLoading && list.error === null;
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('scheduledExports.new')}
    </Button>
  );
  return (
    <Page
      title={t('scheduledExports.title')}
      back={{ to: '/exports', label: t('exports.title') }}
      lead={t('scheduledExports.lead')}
      actions={!isEmpty && button}
    >
      {user.role === 'admin' && (
        <Switch
          label={t('scheduledExports.everyone')}
          checked={isEveryone}
          onChange={(event) => setEveryone(event.currentTarget.checked)}
        />
      )}
      <ListView
        list={list}
        label={t('scheduledExports.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState
            icon={IconCalendarTime}
            title={t('scheduledExports.empty')}
            text={t('scheduledExports.emptyHint')}
          >
            {button}
          </EmptyState>
        }
      />
      {isOpen && list.first && (
        <ScheduledExportDialog offers={list.first} onClose={() => setOpen(false)} />
      )}
      {changing && list.first && (
        <ScheduledExportDialog
          offers={list.first}
          scheduled={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  );
}
