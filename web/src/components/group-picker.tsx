import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/client.ts';
import { ASSIGNEES } from '../api/forms.ts';
import { useTranslation } from '../texts.ts';

/** The part of a group that everybody who assigns something may see. */
export interface PickedGroup {
  readonly id: string;
  readonly name: string;
}

interface GroupPickerProps {
  readonly label: string;
  /** The ids of groups that are chosen already and not offered again. */
  readonly without: readonly string[];
  readonly onPick: (group: PickedGroup) => void;
}

const PAUSE_MS = 250;
const SHOWN = 20;

/** Chooses one group of any number, and is then empty for the next choice. */
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
