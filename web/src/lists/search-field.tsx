import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useAfterPause } from './use-after-pause.ts';

interface SearchFieldProps {
  readonly label: string;
  /** The text in the URL. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const PAUSE_MS = 300;

/** Searches after a pause in typing. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const searchSoon = useAfterPause((words: string) => {
    setSent(words);
    onSearch(words);
  }, PAUSE_MS);
  if (value !== known) {
    setKnown(value);
    // The list was opened again without a search. Any other text in the URL comes from this field, and typing may have
    // gone on since.
    if (value === '' && sent !== '') setText('');
  }
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
