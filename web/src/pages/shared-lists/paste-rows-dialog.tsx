import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LIST_LIMITS } from '#lists/list.ts';
import type { SharedList } from '#shared-lists/app-types.ts';
import { faultsIn, type SharedListRowFault, writeRows } from '#web/api/shared-lists.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { RowFaults } from './row-faults.tsx';
import { readAdded } from './rows-file.ts';
import { useRowFaultText } from './use-row-fault-text.ts';

interface PasteRowsDialogProps {
  readonly list: SharedList;
  readonly onClose: () => void;
}

/** Adds rows that are typed, one in each line, or pasted from a spreadsheet. All other rows stay. */
export function PasteRowsDialog({ list: listNow, onClose }: PasteRowsDialogProps) {
  const { t } = useTranslation();
  const textOf = useRowFaultText();
  const [list] = useState(listNow);
  const [faults, setFaults] = useState<readonly SharedListRowFault[]>([]);
  const form = useSendForm({
    initialValues: { text: '' },
    validate: {
      text(text) {
        const { rows, faults: found } = readAdded(list.columns, text);
        const limit = LIST_LIMITS.rowsAtOnce;
        if (rows.length === 0) return t('field.required');
        if (rows.length > limit) {
          return t('sharedLists.pasteTooMany', { count: rows.length, limit });
        }
        return found[0] === undefined ? null : textOf(found[0]);
      },
    },
    async send({ text }) {
      setFaults([]);
      const { rows } = readAdded(list.columns, text);
      try {
        return await writeRows(list.id, { rows, version: list.version });
      } catch (error) {
        setFaults(faultsIn(error) ?? []);
        throw error;
      }
    },
    done({ counts }) {
      const count = counts.added + counts.changed;
      notifications.show({ message: t('sharedLists.rowsSaved', { count }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('sharedLists.pasteRows')}
      form={form}
      verb={t('sharedLists.addRows')}
      size="lg"
      onClose={onClose}
    >
      <Textarea
        label={t('sharedLists.pasteLabel')}
        description={t('sharedLists.pasteHint', {
          columns: list.columns.map(({ label }) => label).join(' · '),
        })}
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        {...form.getInputProps('text')}
      />
      {faults.length > 0 && (
        <RowFaults
          report={{ faults: [...faults], faultCount: faults.length }}
          title={t('sharedLists.pasteFaults')}
          hint={t('sharedLists.pasteFaultsHint')}
        />
      )}
    </FormDialog>
  );
}
