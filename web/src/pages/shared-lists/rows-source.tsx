import { Button, Checkbox, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconClipboardText, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { asCsv, csvOf, ROWS_FILES, rowsIn } from './rows-file.ts';

interface RowsSourceProps {
  /** Gets the rows as CSV, with a heading; undefined: there are none any more. */
  readonly onRows: (rows: File | undefined) => void;
}

/** Where the rows of a new list come from: a file, or rows that are typed or pasted. */
export function RowsSource({ onRows }: RowsSourceProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState<string>();
  const [hasHeading, setHasHeading] = useState<boolean>();
  const read = useAct(asCsv, onRows);
  const take = (chosen: File | null) => {
    if (chosen === null) return;
    setText(undefined);
    setFile(chosen);
    read.run(chosen);
  };
  const rows = rowsIn(text ?? '');
  const width = rows[0]?.length ?? 0;
  // Cells of a spreadsheet mostly bring their headings; names that are typed below each other have none.
  const isHeading = hasHeading ?? width > 1;
  const write = (typed: string, heading: boolean | undefined) => {
    setText(typed);
    setFile(undefined);
    const found = rowsIn(typed);
    const columns = found[0]?.length ?? 0;
    const brings = heading ?? columns > 1;
    const headings = Array.from({ length: columns }, (_, i) =>
      columns === 1 ? t('sharedLists.name') : t('sharedLists.columnNumber', { number: i + 1 }),
    );
    const isUsable = found.length > (brings ? 1 : 0);
    onRows(isUsable ? csvOf('', found, brings ? undefined : headings) : undefined);
  };
  return (
    <Stack gap="xs" align="stretch">
      <Group gap="xs">
        <FileButton onChange={take} accept={ROWS_FILES}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={read.isRunning}
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {t(file === undefined ? 'sharedLists.chooseFile' : 'sharedLists.otherFile')}
            </Button>
          )}
        </FileButton>
        {text === undefined && (
          <Button
            variant="default"
            leftSection={<IconClipboardText size={16} aria-hidden />}
            onClick={() => write('', hasHeading)}
          >
            {t('sharedLists.typeRows')}
          </Button>
        )}
      </Group>
      {text === undefined ? (
        <Text size="sm" c="dimmed" className="wrap-anywhere" role="status">
          {file?.name ?? t('sharedLists.fileHint')}
        </Text>
      ) : (
        <>
          <Textarea
            label={t('sharedLists.pasteLabel')}
            description={t('sharedLists.typeHint')}
            autosize
            minRows={5}
            maxRows={12}
            data-autofocus
            autoFocus
            value={text}
            onChange={({ currentTarget }) => write(currentTarget.value, hasHeading)}
          />
          <Checkbox
            label={t('sharedLists.hasHeading')}
            checked={isHeading}
            onChange={({ currentTarget }) => {
              setHasHeading(currentTarget.checked);
              write(text, currentTarget.checked);
            }}
          />
        </>
      )}
      {read.problem && <Problem error={read.problem} />}
    </Stack>
  );
}
