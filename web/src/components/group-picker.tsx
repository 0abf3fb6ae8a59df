import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/client.ts';
import { ASSIGNEES } from '../api/forms.ts';
import { useTranslation } from '../texts.ts';

/** A group as everybody who hands something to it may see it. */
export interface PickedGroup {
  readonly id: string;
  readonly name: string;
}

interface GroupPickerProps {
  readonly label: string;
  /** Those that are chosen already are not offered. */
  readonly without: readonly string[];
  readonly onPick: (group: PickedGroup) => void;
}

const PAUSE_MS = 250;
const SHOWN = 20;

/** Picks one of any number of groups, and is empty again for the next. */
export function GroupPicker({ label, without, onPick }: GroupPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['group-picker', q],
    queryFn: () =>
      get<{ readonly items: readonly PickedGroup[] }>(ASSIGNEES, {
        q,
        type: 'Group',
        limit: SHOWN,
      }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).filter(({ id }) => !without.includes(id));
  return (
    <Select
      label={label}
      placeholder={t('groupPicker.placeholder')}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        const group = found.find((each) => each.id === id);
        if (group !== undefined) onPick(group);
        setText('');
      }}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common.loading' : 'groupPicker.nobody')}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
