import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';
import { Time } from '#web/components/time.tsx';
import { Status } from '#web/form-lists/form-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { GridColumn } from './grid/grid-column.ts';

/** Returns the fields that may be columns: those of forms, or those of the rows of a table. */
export const columnFields = (
  fields: readonly AnswerField[],
  table: string | undefined,
): readonly AnswerField[] =>
  fields.filter((field) =>
    table === undefined ? field.table === undefined : field.id.startsWith(`${table}.`),
  );

/** Returns all columns that there may be: properties of the form, and its fields of all versions. */
export function useAnswerColumns(
  fields: readonly AnswerField[],
  table: string | undefined,
): readonly GridColumn[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('forms.name'),
      isSortable: true,
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/forms/${id}`} fw={550} inherit tabIndex={-1}>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'number',
      header: t('answers.number'),
      isSortable: true,
      isNumber: true,
      cell: ({ number }) => number,
    },
    ...(table === undefined
      ? []
      : [
          {
            id: 'row',
            header: t('answers.row'),
            isSortable: false,
            isNumber: true,
            cell: ({ row }: AnswerRow) => row,
          },
        ]),
    ...columnFields(fields, table).map((field) => toColumn(field, t)),
    {
      id: 'status',
      header: t('forms.status'),
      isSortable: true,
      cell: ({ status, review }) => (
        <Status status={status} review={review === undefined ? undefined : { state: review }} />
      ),
    },
    {
      id: 'lastUpdateDate',
      header: t('forms.updated'),
      isSortable: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    nameColumn('createdBy', t('forms.createdBy'), ({ createdBy }) => createdBy),
    nameColumn('assignedTo', t('forms.assignee'), ({ assignedTo }) => assignedTo),
    {
      ...timeColumn('createdDate', t('answers.created'), ({ createdAt }) => createdAt),
      isSortable: true,
    },
    timeColumn('dueDate', t('forms.due'), ({ dueAt }) => dueAt),
    timeColumn('completedDate', t('answers.completed'), ({ completedAt }) => completedAt),
    timeColumn(
      'completedOnDeviceDate',
      t('forms.onDevice'),
      ({ completedOnDeviceAt }) => completedOnDeviceAt,
    ),
  ];
}

function timeColumn(
  id: string,
  header: string,
  timeOf: (row: AnswerRow) => string | undefined,
): GridColumn {
  const cell = (row: AnswerRow) => {
    const at = timeOf(row);
    return at !== undefined && <Time at={at} />;
  };
  return { id, header, isSortable: false, cell };
}

function nameColumn(
  id: string,
  header: string,
  nameOf: (row: AnswerRow) => string | undefined,
): GridColumn {
  const cell = (row: AnswerRow) => <span title={nameOf(row)}>{nameOf(row)}</span>;
  return { id, header, isSortable: false, cell };
}

type Translate = ReturnType<typeof useTranslation>['t'];

function toColumn(field: AnswerField, t: Translate): GridColumn {
  const { id, title, kind, isRetired, isSortable } = field;
  const note = noteOf(field, t);
  return {
    id,
    header: isRetired ? t('answers.retired', { title }) : title,
    ...(note !== '' && { note }),
    isSortable,
    isNumber: kind === 'number' || kind === 'rows',
    field,
    cell: ({ cells }) => <Cell text={cells[id]} />,
  };
}

/** Returns what there is to say about a field: its former titles, and how numbers in different units are sorted. */
function noteOf({ formerTitles, units }: AnswerField, t: Translate): string {
  const names = units?.map((unit) => (unit === '' ? t('answers.withoutUnit') : unit));
  return [
    ...(formerTitles.length === 0
      ? []
      : [t('answers.renamed', { titles: formerTitles.join(', ') })]),
    ...(names ? [t('answers.sortedByUnit', { units: names.join(', ') })] : []),
  ].join(' · ');
}

/** One line; the whole text of a long one is its tooltip. */
function Cell({ text }: { readonly text: string | undefined }) {
  const { t } = useTranslation();
  if (text === undefined) {
    return (
      <Text span c="dimmed" inherit>
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('answers.unanswered')}</VisuallyHidden>
      </Text>
    );
  }
  return <span title={text}>{text}</span>;
}
