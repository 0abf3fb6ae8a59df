// A shared list can have far more rows than a dropdown of SurveyJS can hold. This screen searches while people type, on
// the server or in the copy on the device.
import { Alert, type ComboboxItem, Select, type SelectProps, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useReducer, useRef, useState } from 'react';
import type { Question } from 'survey-core';
import { LIST_LIMITS } from '#lists/list.ts';
import { type ChosenRow, isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { type ListQuestion, PersonQuestion } from '#questionnaires/engine/list-question.ts';
import { ApiError } from '#web/api/client.ts';
import { useSession } from '#web/api/session.ts';
import { problemText } from '#web/components/problem.tsx';
import { personIn } from '#web/offline/device.ts';
import { findListRows, type ListSearch } from '#web/offline/list-rows.ts';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import type { ScreenProps } from './later.tsx';
import { fillInFrom, type Narrowing, narrowingOf } from './list-links.ts';
import { type FoundRow, fittingRows, type ListSource, ListSources } from './list-source.ts';
import { LEAST_LETTERS, usePeople } from './people-source.ts';

const PAUSE_MS = 200;

/** A choice from a shared list, or of a person: people type, and choose one of the rows that match. */
export function RowScreen({ question }: ScreenProps<ListQuestion>) {
  const { t } = useTranslation();
  useAnswers(question);
  const value: unknown = question.value;
  const chosen = isChosenRow(value) ? value : undefined;
  const { field, ...narrowing } = narrowingOf(question);
  const isWaiting = narrowing.column !== undefined && narrowing.value === undefined;
  useClearing(question, narrowing);
  const lookUp = useLookUp(question);
  const { list, people, words, nameOf } = lookUp;
  const shown = chosen && nameOf(chosen);
  const [text, setText] = useState(shown ?? '');
  useShown(shown, setText);
  const typed = text === shown ? '' : text;
  const isEnabled = lookUp.isSet && !isWaiting;
  const { rows, offered, nothing, error, retry } = useOffered(list, typed, narrowing, {
    isEnabled,
    people,
  });
  if (question.isInputReadOnly) return <Text>{shown}</Text>;
  const isApart = typed === '' && chosen !== undefined && !rows.has(chosen.key);
  const options = [
    ...(isApart ? [{ value: chosen.key, label: nameOf(chosen) }] : []),
    ...offered.map(({ key, label }) => ({ value: key, label })),
  ];
  const choose = (key: string | null) => {
    const row = key === null ? undefined : rows.get(key);
    if (key === null) question.clearValue();
    else if (row !== undefined) {
      question.value = { key: row.key, label: row.label, seq: row.seq };
      fillInFrom(question, row);
    }
  };
  return (
    <Stack gap={4}>
      <Select
        id={question.inputId}
        // A cell says its row and column.
        aria-label={question.a11y_input_ariaLabel || question.processedTitle}
        aria-required={question.isRequired}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('kinds.list.clear') }}
        disabled={isWaiting}
        placeholder={
          isWaiting
            ? t('kinds.list.first', { field: titleOf(field) })
            : placeholderOf(question, t(`kinds.${words}.search`))
        }
        value={chosen?.key ?? null}
        searchValue={text}
        onSearchChange={setText}
        onChange={choose}
        allowDeselect={false}
        // In the builder's preview, the server may not have the field yet when it is asked first.
        onDropdownOpen={retry}
        onOptionSubmit={(key) => key === chosen?.key && setText(nameOf(chosen))}
        data={withTitle(options, lookUp.titleFor(typed, offered.length))}
        filter={({ options: all }) => all}
        renderOption={renderWith(rows)}
        // The list lies over the note of a failure.
        nothingFoundMessage={error === null ? nothing : failureText(t, error, words)}
        maxDropdownHeight={320}
        size="md"
        comboboxProps={{ withinPortal: true }}
      />
      {words === 'list' && <Inactive row={chosen} />}
      {error !== null && <Failure error={error} words={words} />}
    </Stack>
  );
}

/** Returns where a question looks up what it offers, and in which words it speaks of that. */
function useLookUp(question: ListQuestion) {
  const { t } = useTranslation();
  const people = usePeople(question);
  const list = question instanceof PersonQuestion ? question.group : question.list;
  const words = people === undefined ? 'list' : 'people';
  return {
    list,
    people,
    words,
    isSet: people !== undefined || list !== '',
    nameOf: (row: ChosenRow) =>
      people === undefined ? labelOf(row) : row.label || t('kinds.people.erased'),
    /** Says what has to be typed for others than those that are offered. */
    titleFor: (typed: string, count: number) => {
      if (people !== undefined && list === '' && lengthOf(typed) < LEAST_LETTERS) {
        return t('kinds.people.least', { count: LEAST_LETTERS });
      }
      return count >= LIST_LIMITS.hits && t(`kinds.${words}.more`, { count: LIST_LIMITS.hits });
    },
  } as const;
}

/** The server and the device find the first rows by label; a title says so. */
const withTitle = (items: ComboboxItem[], group: string | false) =>
  group === false ? items : [{ group, items }];

/** Says that a row can no longer be chosen; the answer stays. */
function Inactive({ row }: { readonly row: ChosenRow | undefined }) {
  const { t } = useTranslation();
  if (row?.inactive !== true) return undefined;
  return (
    <Text size="sm" c="dimmed">
      {t('kinds.list.inactive', { label: labelOf(row) })}
    </Text>
  );
}

/** Says why no rows came: a list may no longer be offered, and visitors may have searched too often. */
function Failure({ error, words }: { readonly error: Error; readonly words: Words }) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" color="red" variant="outline">
      {failureText(t, error, words)}
    </Alert>
  );
}

type Words = 'list' | 'people';

function failureText(t: TFunction, error: Error, words: Words): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404) return t(`kinds.${words}.closed`);
  return status === 429 ? problemText(error, t) : t(`kinds.${words}.failed`);
}

/** Counts as the server does. */
const lengthOf = (typed: string): number => [...typed.trim()].length;

const labelOf = ({ key, label }: ChosenRow): string => label || key;

const titleOf = (question: Question | undefined): string => question?.processedTitle ?? '';

const placeholderOf = ({ placeholder }: ListQuestion, otherwise: string): string =>
  placeholder === '' ? otherwise : placeholder;

/** Finds rows for what is typed, after a pause. */
function useOffered(
  list: string,
  typed: string,
  narrowing: Omit<ListSearch, 'q'>,
  { isEnabled, people }: { readonly isEnabled: boolean; readonly people: ListSource | undefined },
) {
  const { t } = useTranslation();
  const person = personIn(useSession());
  const ofVisit = use(ListSources);
  const source = people ?? ofVisit;
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const search: ListSearch = { q, ...narrowing };
  const least = source?.leastTyped(list) ?? 0;
  const found = useQuery({
    queryKey: [
      people === undefined ? 'list-rows' : 'people',
      list,
      search.q,
      search.column,
      search.value,
    ],
    queryFn: (): Promise<readonly FoundRow[]> =>
      source?.find(list, search) ?? findListRows(person, list, search),
    // Rows that another answer narrowed would not fit.
    placeholderData: (rows, before) => {
      const [, id, , column, value] = before?.queryKey ?? [];

      return id === list && column === search.column && value === search.value ? rows : undefined;
    },
    enabled: isEnabled && lengthOf(q) >= least,
    retry: false,
    staleTime: 30_000,
    networkMode: 'always',
  });
  const isShort = lengthOf(typed) < least;
  const data = isShort ? [] : (found.data ?? []);
  const isOld = found.isPlaceholderData || q !== typed;
  return {
    rows: new Map(data.map((row) => [row.key, row])),
    // Rows that are about to leave would move the others away under the finger that taps them.
    offered: isOld ? fittingRows(data, typed) : data,
    nothing: isShort
      ? t('kinds.list.least', { count: least })
      : t(
          isOld || found.isFetching
            ? 'common.loading'
            : `kinds.${people === undefined ? 'list' : 'people'}.nothing`,
        ),
    error: found.error,
    /** Asks again after a failure. */
    retry: () => {
      if (found.error !== null) void found.refetch();
    },
  };
}

/** Shows the key beside the label, which tells rows apart that have the same one. */
const renderWith =
  (rows: ReadonlyMap<string, FoundRow>): NonNullable<SelectProps['renderOption']> =>
  ({ option }) => {
    const row = rows.get(option.value);
    const note = row !== undefined && 'note' in row ? row.note : row?.key;
    const isTold = note !== undefined && note !== row?.label;
    return (
      <span className="wrap-anywhere">
        {option.label}
        {isTold && (
          <Text span size="xs" c="dimmed" ml="xs">
            {note}
          </Text>
        )}
      </span>
    );
  };

/** Shows another answer that was set: by an earlier draft, by another device, or by a row that fills in this field. */
function useShown(shown: string | undefined, show: (text: string) => void): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) show(shown ?? '');
    before.current = shown;
  }, [shown, show]);
}

/** Renders again when any answer of the form changes: one of them may narrow the list. */
function useAnswers(question: ListQuestion): void {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => question.watch(refresh), [question]);
}

/**
 * Clears the answer when the person changes the answer that narrows the list: the row would no longer fit. It stays where
 * both changed in one step, such as by a row that fills in both or by a removal that is undone, and where the other answer
 * came from the server.
 */
function useClearing(question: ListQuestion, { column, value }: Narrowing): void {
  const choice: unknown = question.value;
  const before = useRef({ value, choice });
  useEffect(
    () =>
      question.watch((survey) => {
        // The form shows what came in, and not what the person does.
        if (survey.getPropertyValue('isShowing') !== true) return;
        before.current = { value: narrowingOf(question).value, choice: question.value };
      }),
    [question],
  );
  useEffect(() => {
    // The answer that narrows the list may be hidden for a while.
    if (column === undefined) return;
    const old = before.current;
    before.current = { value, choice };
    if (old.value === value || old.choice !== choice) return;
    if (!question.isEmpty()) question.clearValue();
  }, [question, column, value, choice]);
}
