import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportItem } from '#forms/app-types.ts';
import { EXPORTS, removeExport } from '../../api/exports.ts';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';
import { ListView } from '../../lists/list-view.tsx';
import { useList } from '../../lists/use-list.ts';
import { useExportColumns } from './export-columns.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';
import { useFollow } from './use-follow.ts';

/** What one exported, how it stands, and its files. */
export function ExportsPage() {
  const { t } = useTranslation();
  const list = useList<ExportItem>(EXPORTS);
  const [isOpen, setOpen] = useState(false);
  const remove = useAct(({ id }: ExportItem) => removeExport(id));
  const columns = useExportColumns(remove.run);
  useFollow(list.items);
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('exports.new')}
    </Button>
  );
  return (
    <Page title={t('exports.title')} lead={t('exports.lead')} actions={button}>
      {remove.problem && <Problem error={remove.problem} />}
      <ListView
        list={list}
        label={t('exports.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <Stack align="center">
            <Text>{t('exports.empty')}</Text>
          </Stack>
        }
      />
      {isOpen && <NewExportDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}
