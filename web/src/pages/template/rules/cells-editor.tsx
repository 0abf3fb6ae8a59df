import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sharedListQuery } from '#web/api/shared-lists.ts';
import { titleOf } from '#web/builder/definition.ts';
import { QueryState } from '#web/components/query-state.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-props.ts';
import type { CellDraft } from './rule-draft.ts';

const FIXED = ' fixed';

/** Says which value each column of a row gets. */
export function CellsEditor({ action, fields, onChange }: ActionProps) {
  const { t } = useTranslation();
  const id = action.list?.id;
  const query = useQuery({ ...sharedListQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined) return undefined;
  const write = (column: string, cell: CellDraft) =>
    onChange({ ...action, cells: { ...action.cells, [column]: cell } });
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{t('rules.cells')}</legend>
      <QueryState what={t('rules.list')} query={query} />
      <Stack gap="xs">
        {query.data?.columns.map(({ key, label }) => {
          const { field = '', text } = action.cells[key] ?? {};
          return (
            <Group key={key} gap="xs" align="end" grow preventGrowOverflow={false}>
              <NativeSelect
                label={label}
                value={text === undefined ? field : FIXED}
                data={[
                  { value: '', label: t('rules.leaveEmpty') },
                  { value: FIXED, label: t('rules.fixed') },
                  ...fields.map((each) => ({ value: each.name, label: titleOf(each.field) })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  write(key, value === FIXED ? { field: '', text: '' } : { field: value })
                }
              />
              {text !== undefined && (
                <TextInput
                  label={t('rules.fixedText', { column: label })}
                  maxLength={1000}
                  value={text}
                  onChange={({ currentTarget }) =>
                    write(key, { field: '', text: currentTarget.value })
                  }
                />
              )}
            </Group>
          );
        })}
      </Stack>
    </fieldset>
  );
}
