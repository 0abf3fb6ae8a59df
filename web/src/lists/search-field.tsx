import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface SearchFieldProps {
  readonly label: string;
  /** What the address says. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const PAUSE_MS = 300;

/** Searches once there is a pause in the typing. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const searchSoon = useDebouncedCallback(onSearch, PAUSE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        searchSoon(currentTarget.value);
      }}
      flex="1 1 14rem"
    />
  );
}
