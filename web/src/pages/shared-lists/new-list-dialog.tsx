import {
  Button,
  FileButton,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_LIMITS, type ListColumn } from '#lists/list.ts';
import type { SharedList } from '#shared-lists/app-types.ts';
import { createSharedList } from '#web/api/shared-lists.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { bringFile } from './brought-file.ts';
import { likelyKey, likelyLabel, readColumns } from './read-header.ts';

interface Values {
  readonly name: string;
  readonly keyColumn: string;
  readonly labelColumn: string;
}

/** Creates a list with the columns of a file, and goes on to the upload of its rows. */
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
  const take = async (chosen: File | null) => {
    if (chosen === null) return;
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
    setFile(chosen);
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
      <Stack gap={4} align="start">
        <FileButton onChange={(chosen) => void take(chosen)} accept=".csv,text/csv">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {t(file === undefined ? 'sharedLists.chooseFile' : 'sharedLists.otherFile')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" className="wrap-anywhere" role="status">
          {file?.name ?? t('sharedLists.fileHint')}
        </Text>
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
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
                  data={TYPES.map((value) => ({ value, label: t(`sharedLists.types.${value}`) }))}
                  onChange={({ currentTarget }) => {
                    const type = TYPES.find((each) => each === currentTarget.value);
                    if (type === undefined) return;
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

const TYPES = ['text', 'number', 'date'] as const;

/** Returns the columns as they are sent: a key is always text. */
const keyed = (columns: readonly ListColumn[], keyColumn: string) =>
  columns.map((column) =>
    column.key === keyColumn ? { ...column, type: 'text' as const } : column,
  );
