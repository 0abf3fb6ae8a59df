import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_LIMITS, type ListColumn } from '#lists/list.ts';
import type { SharedList } from '#shared-lists/app-types.ts';
import { createSharedList } from '#web/api/shared-lists.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { bringFile } from './brought-file.ts';
import { columnType, useTypeChoices } from './column-types.ts';
import { likelyKey, likelyLabel, readColumns } from './read-header.ts';
import { RowsSource } from './rows-source.tsx';

interface Values {
  readonly name: string;
  readonly keyColumn: string;
  readonly labelColumn: string;
}

/** Creates a list with the columns of a file or of typed rows, and goes on to the upload of its rows. */
export function NewListDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<readonly ListColumn[]>([]);
  const [problem, setProblem] = useState<string>();
  const form = useSendForm<Values, SharedList>({
    initialValues: { name: '', keyColumn: '', labelColumn: '' },
    validate: { name: (name) => (name.trim() === '' ? t('field.required') : null) },
    send: ({ name, keyColumn, labelColumn }) =>
      createSharedList({ name, keyColumn, labelColumn, columns: keyed(columns, keyColumn) }),
    done({ id }) {
      if (file !== undefined) bringFile(id, file);
      void navigate({ to: '/lists/$id', params: { id } });
    },
  });
  const types = useTypeChoices();
  const take = async (chosen: File | undefined) => {
    setFile(chosen);
    if (chosen === undefined) {
      setColumns([]);
      setProblem(undefined);
      return;
    }
    const found = await readColumns(chosen);
    const isTooMany = found.length > LIST_LIMITS.columns;
    setProblem(
      isTooMany
        ? t('sharedLists.tooManyColumns', { count: found.length, limit: LIST_LIMITS.columns })
        : found.length === 0
          ? t('sharedLists.notReadable')
          : undefined,
    );
    const own = isTooMany ? [] : found;
    const keyColumn = likelyKey(own);
    setColumns(own);
    form.setValues({
      name: form.values.name || chosen.name.replace(/\.[^.]*$/, ''),
      keyColumn,
      labelColumn: likelyLabel(own, keyColumn),
    });
  };
  const choices = columns.map(({ key, label }) => ({ value: key, label }));
  return (
    <FormDialog
      title={t('sharedLists.new')}
      form={form}
      verb={t('sharedLists.create')}
      isDisabled={columns.length === 0}
      onClose={onClose}
    >
      <RowsSource onRows={(chosen) => void take(chosen)} />
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {columns.length > 0 && (
        <>
          <TextInput
            label={t('sharedLists.name')}
            maxLength={LIST_LIMITS.name}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label={t('sharedLists.keyColumn')}
            description={t('sharedLists.keyHint')}
            data={choices}
            {...form.getInputProps('keyColumn')}
          />
          <NativeSelect
            label={t('sharedLists.labelColumn')}
            data={choices}
            {...form.getInputProps('labelColumn')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {columns
              .filter(({ key }) => key !== form.values.keyColumn)
              .map((column) => (
                <NativeSelect
                  key={column.key}
                  size="xs"
                  label={t('sharedLists.type', { name: column.label })}
                  value={column.type}
                  data={types}
                  onChange={({ currentTarget }) => {
                    const type = columnType(currentTarget.value);
                    setColumns((now) =>
                      now.map((each) => (each.key === column.key ? { ...each, type } : each)),
                    );
                  }}
                />
              ))}
          </SimpleGrid>
        </>
      )}
    </FormDialog>
  );
}

/** Returns the columns as they are sent: a key is always text. */
const keyed = (columns: readonly ListColumn[], keyColumn: string) =>
  columns.map((column) =>
    column.key === keyColumn ? { ...column, type: 'text' as const } : column,
  );
