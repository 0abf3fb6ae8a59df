import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserItem } from '#administration/app-types.ts';
import { get } from '../api/client.ts';

interface UserPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** Empty for nobody. */
  readonly value?: string;
  readonly onChange: (userId: string) => void;
}

const PAUSE_MS = 250;
const SHOWN = 20;

/** Chooses one of any number of people: the list shows those who match what is typed. */
export function UserPicker({ value = '', onChange, ...field }: UserPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['user-picker', q],
    queryFn: () =>
      get<{ readonly items: readonly UserItem[] }>('/app/v1/users', {
        q,
        active: true,
        limit: SHOWN,
      }),
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<UserItem>();
  const found = data?.items ?? [];
  const isElsewhere = chosen !== undefined && !found.some(({ id }) => id === chosen.id);
  const people = isElsewhere ? [chosen, ...found] : found;
  return (
    <Select
      placeholder={t('userPicker.placeholder')}
      searchable
      value={value || null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(people.find((user) => user.id === id));
        onChange(id ?? '');
      }}
      data={people.map((user) => ({ value: user.id, label: nameOf(user) }))}
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common.loading' : 'userPicker.nobody')}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      {...field}
    />
  );
}

const nameOf = ({ displayName, userName }: UserItem): string =>
  displayName === undefined || displayName === userName ? userName : `${displayName} (${userName})`;
