import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserItem } from '#administration/app-types.ts';
import { get } from '../api/client.ts';

interface UserPickerProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string | null;
  readonly onChange: (userId: string | null) => void;
  readonly error?: string | undefined;
}

const PAUSE_MS = 250;
const SHOWN = 20;

/** Chooses one of any number of people: the list shows those who match what is typed. */
export function UserPicker({ label, description, value, onChange, error }: UserPickerProps) {
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
      label={label}
      description={description}
      placeholder={t('userPicker.placeholder')}
      searchable
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(people.find((user) => user.id === id));
        onChange(id);
      }}
      data={people.map((user) => ({ value: user.id, label: nameOf(user) }))}
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common.loading' : 'userPicker.nobody')}
      error={error}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

const nameOf = ({ displayName, userName }: UserItem): string =>
  displayName === undefined || displayName === userName ? userName : `${displayName} (${userName})`;
