import { NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LIST_LIMITS } from '#lists/list.ts';
import type { SharedList } from '#shared-lists/app-types.ts';
import { changeSharedList } from '#web/api/shared-lists.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { columnType, useTypeChoices } from './column-types.ts';
import { freeKey, keyFrom } from './read-header.ts';

interface ColumnDialogProps {
  readonly list: SharedList;
  readonly onClose: () => void;
}

/** Adds a column to a list. Its rows have no value there yet. */
export function ColumnDialog({ list: listNow, onClose }: ColumnDialogProps) {
  const { t } = useTranslation();
  const [list] = useState(listNow);
  const { id, revision, columns } = list;
  const types = useTypeChoices();
  const form = useSendForm({
    initialValues: { label: '', type: 'text' },
    validate: { label: (label) => (label.trim() === '' ? t('field.required') : null) },
    send({ label, type }) {
      const key = freeKey(new Set(columns.map((each) => each.key)), keyFrom(label));
      const added = { key, label: label.trim(), type: columnType(type) };
      return changeSharedList(id, { revision, columns: [...columns, added] });
    },
    done() {
      notifications.show({ message: t('sharedLists.columnAdded') });
      onClose();
    },
  });
  const verb = t('sharedLists.addColumn');
  return (
    <FormDialog title={verb} form={form} verb={verb} onClose={onClose}>
      <TextInput
        label={t('sharedLists.name')}
        maxLength={LIST_LIMITS.name}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <NativeSelect
        label={t('sharedLists.columnType')}
        data={types}
        {...form.getInputProps('type')}
      />
    </FormDialog>
  );
}
