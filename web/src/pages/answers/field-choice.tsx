import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useState } from 'react';
import { choose, MOST_SHOWN, type TableState } from '#web/conditions/table-state.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { GridColumn } from './grid/grid-column.ts';

/** With more columns than this, they are searched. */
const MANY = 12;

interface FieldChoiceProps {
  /** All columns that there are. */
  readonly columns: readonly GridColumn[];
  readonly state: TableState;
  readonly onChange: (state: TableState) => void;
}

/** A button that opens the list of columns, to choose which are shown. */
export function FieldChoice({ columns, state, onChange }: FieldChoiceProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const shown = new Set(state.columns);
  const isFull = shown.size >= MOST_SHOWN;
  const wanted = text.trim().toLowerCase();
  const found = columns.filter(
    ({ id, header }) => id !== 'name' && header.toLowerCase().includes(wanted),
  );
  return (
    <Popover trapFocus position="bottom-end">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          {t('answers.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('answers.columns')}>
        {columns.length > MANY && (
          <TextInput
            label={t('answers.findColumn')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            mb="xs"
          />
        )}
        <ScrollArea.Autosize mah="60vh" maw="80vw">
          <Stack gap="xs" p={4}>
            {found.map(({ id, header }) => (
              <Checkbox
                key={id}
                label={header}
                checked={shown.has(id)}
                disabled={isFull && !shown.has(id)}
                onChange={({ currentTarget: { checked } }) => onChange(choose(state, id, checked))}
              />
            ))}
            <Text size="xs" c="dimmed">
              {t('answers.mostColumns', { count: MOST_SHOWN })}
            </Text>
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
