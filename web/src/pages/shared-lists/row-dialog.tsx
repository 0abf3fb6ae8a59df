import { SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { writePlainNumber } from '#kernel/number-text.ts';
import { LIST_LIMITS } from '#lists/list.ts';
import type { SharedList, SharedListRow } from '#shared-lists/app-types.ts';
import { faultsIn, writeRows } from '#web/api/shared-lists.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { texts, useTranslation } from '#web/texts/texts.ts';
import { sentValue } from './rows-file.ts';

interface RowDialogProps {
  readonly list: SharedList;
  /** The row that is edited; undefined: a new one. */
  readonly row: SharedListRow | undefined;
  readonly onClose: () => void;
}

/** Returns a cell as people type it: a number with the decimal separator of the page. */
const shownCell = (cell: unknown, language: string): string =>
  typeof cell === 'number' ? writePlainNumber(cell, language) : String(cell ?? '');

/** Adds a row, or edits one. The key of a row stays, because answers name it. */
export function RowDialog({ list: listNow, row, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const [list] = useState(listNow);
  const { columns, keyColumn, labelColumn } = list;
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const verb = t(row === undefined ? 'sharedLists.addRow' : 'sharedLists.saveRow');
  const form = useSendForm<Record<string, string>, unknown>({
    initialValues: Object.fromEntries(
      columns.map(({ key }) => [key, shownCell(row?.cells[key], texts.language)]),
    ),
    validate: Object.fromEntries(
      [keyColumn, labelColumn].map((key) => [
        key,
        (text: string) => (text.trim() === '' ? t('field.required') : null),
      ]),
    ),
    async send(values) {
      setFaults({});
      const cells = columns.map((column) => [
        column.key,
        sentValue(column, values[column.key] ?? ''),
      ]);
      try {
        await writeRows(list.id, { rows: [Object.fromEntries(cells)], version: list.version });
      } catch (error) {
        const told = faultsIn(error)?.flatMap(({ column, kind, values: said, text }) => {
          const at = columns.find(({ label }) => label === column)?.key;
          if (at === undefined) return [];
          return [[at, t(`sharedLists.fault.${kind}`, { ...said, defaultValue: text })]];
        });
        if (told !== undefined) setFaults(Object.fromEntries(told));
        throw error;
      }
    },
    done() {
      notifications.show({ message: t('sharedLists.rowSaved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={row === undefined ? verb : t('sharedLists.editRow')}
      form={form}
      verb={verb}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: columns.length > 4 ? 2 : 1 }}>
        {columns.map(({ key, label, type }, i) => (
          <TextInput
            key={key}
            label={label}
            {...form.getInputProps(key)}
            {...(faults[key] !== undefined && { error: faults[key] })}
            {...(type === 'date' && { type: 'date' })}
            {...(type === 'number' && { inputMode: 'decimal' })}
            {...(key === keyColumn && row !== undefined && { disabled: true })}
            {...(key === keyColumn && { description: t('sharedLists.keyHint') })}
            maxLength={key === keyColumn ? LIST_LIMITS.key : LIST_LIMITS.cell}
            data-autofocus={i === (row === undefined ? 0 : 1) || undefined}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  );
}
