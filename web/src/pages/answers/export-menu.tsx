import { Button, Menu } from '@mantine/core';
import {
  IconCalendarTime,
  IconClipboard,
  IconFileSpreadsheet,
  IconFileText,
  IconTableExport,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { AnswerList, AnswerRow } from '#answer-tables/app-types.ts';
import type { NewExport } from '#exports/app-types.ts';
import { answersOf } from '#web/api/answers.ts';
import type { Query } from '#web/api/client.ts';
import { beginExport } from '#web/api/exports.ts';
import { late } from '#web/components/late.ts';
import { say } from '#web/components/say.ts';
import { useAct } from '#web/components/use-act.ts';
import type { AnswerFilter } from '#web/conditions/answer-search.ts';
import { readOn } from '#web/lists/read-on.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { GridColumn } from './grid/grid-column.ts';
import { tableText } from './table-text.ts';

const ScheduleTableDialog = late(
  () => import('#web/exports/schedule-table-dialog.tsx'),
  'ScheduleTableDialog',
  ['exports', 'scheduledExports', 'rhythm'],
);

/** The most rows that are copied: more belong into a file. */
const MOST_COPIED = 1000;

interface ExportMenuProps {
  readonly template: string;
  /** The name of the template. */
  readonly name: string;
  /** What the page shows, as a view saves it. */
  readonly state: Readonly<Record<string, string>>;
  /** What narrows and sorts the forms, as the API takes it. */
  readonly filter: AnswerFilter & { readonly sort: string | undefined };
  /** Whether forms are reviewed: a file then says where beside the status. */
  readonly hasReviews: boolean;
  /** The columns that are shown, in order. */
  readonly columns: readonly GridColumn[];
  /** The id of the table whose rows are shown: a workbook has a sheet for it, beside that of the forms. */
  readonly table: string | undefined;
}

/** Exports exactly what the table shows: its forms, order and columns, as a file or to the clipboard. */
export function ExportMenu(props: ExportMenuProps) {
  const { template, name, state, filter, hasReviews, columns, table } = props;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const ids =
    table === undefined
      ? columns
          .flatMap(({ id }) => (id === 'status' && hasReviews ? [id, 'review'] : [id]))
          .join(',')
      : `id,number,name,${table}`;
  const begin = useAct(
    ({ kind, choices }: Pick<NewExport, 'choices'> & { readonly kind: 'csv' | 'xlsx' }) =>
      beginExport({
        kind,
        ...(choices !== undefined && { choices }),
        templateId: template,
        locale: i18n.language.startsWith('de') ? 'de' : 'en',
        ...definedIn(filter),
        columns: ids,
        ...(kind === 'csv' && { bom: true }),
      }),
    () => navigate({ to: '/exports' }),
  );
  const copy = useAct(
    async () => {
      const { rows, total } = await readRows(template, filter, columns);
      await navigator.clipboard.writeText(
        tableText(columns, rows, (status) => t(`forms.statuses.${status}`)),
      );
      return { copied: rows.length, total };
    },
    ({ copied, total }) =>
      say(
        t(copied < total ? 'answers.export.copiedSome' : 'answers.export.copied', {
          count: copied,
          total: total.toLocaleString(i18n.language),
        }),
      ),
  );
  const [isScheduling, setScheduling] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconTableExport size={16} aria-hidden />}
            loading={begin.isRunning || copy.isRunning}
          >
            {t('answers.export.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('answers.export.lead')}</Menu.Label>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} />}
            onClick={() => begin.run({ kind: 'xlsx' })}
          >
            {t('answers.export.xlsx')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} />}
            onClick={() => begin.run({ kind: 'xlsx', choices: 'both' })}
          >
            {t('answers.export.xlsxBoth')}
          </Menu.Item>
          {table === undefined && (
            <>
              <Menu.Item
                leftSection={<IconFileText size={16} />}
                onClick={() => begin.run({ kind: 'csv' })}
              >
                {t('answers.export.csv')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconClipboard size={16} />}
                onClick={() => copy.run(undefined)}
              >
                {t('answers.export.copy')}
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconCalendarTime size={16} />}
            onClick={() => setScheduling(true)}
          >
            {t('answers.export.schedule')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isScheduling && (
        <Suspense>
          <ScheduleTableDialog
            template={{ id: template, name }}
            state={state}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const definedIn = (filter: ExportMenuProps['filter']) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** Reads the first rows of the table, loaded or not. */
async function readRows(
  template: string,
  filter: Query,
  columns: readonly GridColumn[],
): Promise<{ readonly rows: readonly AnswerRow[]; readonly total: number }> {
  const fields = columns.flatMap(({ field }) => (field ? [field.id] : [])).join(',');
  const asked = { ...filter, fields, locale: shownLanguage() };
  const { first, items } = await readOn<AnswerRow, AnswerList>(
    answersOf(template),
    asked,
    MOST_COPIED,
  );
  return { rows: items, total: first.total };
}
