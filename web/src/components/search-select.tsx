import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/client.ts';
import { useTranslation } from '../texts.ts';

interface SearchSelectProps<T> extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The path of the list to search. */
  readonly path: string;
  /** Query parameters in addition to the typed text. */
  readonly filters?: Readonly<Record<string, boolean | string>>;
  readonly nameOf: (item: T) => string;
  /** Shown when no item matches. */
  readonly nothing: string;
  /** The id of the chosen item; empty for none. */
  readonly value: string;
  /** The item that is chosen before anything is looked up. */
  readonly initial?: T | undefined;
  readonly onChange: (item: T | undefined) => void;
}

const PAUSE_MS = 250;
const SHOWN = 20;

/** Chooses one item of any number. The list shows those that match the typed text. */
export function SearchSelect<T extends { readonly id: string }>({
  path,
  filters,
  nameOf,
  nothing,
  value,
  initial,
  onChange,
  ...field
}: SearchSelectProps<T>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(initial);
  const chosenName = chosen && nameOf(chosen);
  const [text, setText] = useState(chosenName ?? '');
  const [q] = useDebouncedValue(text === chosenName ? '' : text, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['search-select', path, filters, q],
    queryFn: () => get<{ readonly items: readonly T[] }>(path, { ...filters, q, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const isElsewhere = chosen?.id === value && !found.some(({ id }) => id === value);
  const offered = isElsewhere && chosen ? [chosen, ...found] : found;
  return (
    <Select
      searchable
      value={value || null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        const item = offered.find((each) => each.id === id);
        setChosen(item);
        onChange(item);
      }}
      data={offered.map((item) => ({ value: item.id, label: nameOf(item) }))}
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('common.loading') : nothing}
      openOnFocus={false}
      {...field}
    />
  );
}
