import { Select, type SelectProps, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Query } from '#web/api/client.ts';
import { problemText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { type List, useList } from './use-list.ts';

interface SearchSelectProps<T> extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The path of the list to search. */
  readonly path: string;
  /** Query parameters in addition to the typed text. */
  readonly filters?: Query;
  readonly nameOf: (item: T) => string;
  /** Shown when no item matches. */
  readonly nothing: string;
  /** The id of the chosen item; empty for none. */
  readonly value: string;
  /** The item that is chosen before anything is looked up. */
  readonly initial?: T | undefined;
  /** The ids of items that are not offered. The field is emptied for the next choice once one is made. */
  readonly without?: readonly string[];
  readonly onChange: (item: T | undefined) => void;
}

const PAUSE_MS = 250;
const PAGE_SIZE = 50;
/** A few options before the last one: the arrow keys go from there to the first one. */
const AHEAD_PX = 200;
/** With at least so many options, the list of them is long enough to be scrolled. */
const FEW = 12;

/** Chooses one item of any number. It searches on the server, and reads on when the end of the options is reached. */
export function SearchSelect<T extends { readonly id: string }>({
  path,
  filters,
  nameOf,
  nothing,
  value,
  initial,
  without,
  onChange,
  ...field
}: SearchSelectProps<T>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(initial);
  const chosenName = chosen && nameOf(chosen);
  const [text, setText] = useState(chosenName ?? '');
  const [isOpen, setOpen] = useState(false);
  const viewport = useRef<HTMLDivElement>(null);
  const wanted = text === chosenName ? '' : text;
  const [q] = useDebouncedValue(wanted, PAUSE_MS);
  const list = useList<T>(path, { ...filters, q }, PAGE_SIZE);
  const isSearching = q !== wanted || list.isStale || list.isLoading;
  // An item that moves while the list is read on would be in two of its pages.
  const known = new Map(list.items.map((item) => [item.id, item]));
  for (const id of without ?? []) known.delete(id);
  if (chosen?.id === value && !known.has(value)) known.set(value, chosen);
  const offered = [...known.values()];
  const count = list.items.length;
  useFullList(list, { isOpen, isSearching, offered: offered.length });
  const empty = isSearching ? t('common.loading') : list.error && problemText(list.error, t);
  return (
    <>
      <Select
        searchable
        value={value || null}
        searchValue={text}
        onSearchChange={setText}
        onChange={(id) => {
          const item = id === null ? undefined : known.get(id);
          if (without === undefined) setChosen(item);
          else setText('');
          onChange(item);
        }}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        data={offered.map((item) => ({ value: item.id, label: nameOf(item) }))}
        filter={({ options }) => options}
        nothingFoundMessage={empty ?? nothing}
        scrollAreaProps={{
          viewportRef: viewport,
          onScrollPositionChange({ y }) {
            const { scrollHeight = 0, clientHeight = 0 } = viewport.current ?? {};
            if (scrollHeight - clientHeight - y < AHEAD_PX) list.loadMore();
          },
        }}
        openOnFocus={false}
        {...field}
      />
      <VisuallyHidden role="status">
        {isOpen && (empty ?? t(list.hasMore ? 'picker.more' : 'picker.found', { count }))}
      </VisuallyHidden>
    </>
  );
}

interface Options {
  readonly isOpen: boolean;
  readonly isSearching: boolean;
  /** How many there are. */
  readonly offered: number;
}

/** Reads on while few options are offered: they cannot be scrolled, by which more would come. */
function useFullList(
  { items, hasMore, loadMore }: List<unknown>,
  { isOpen, isSearching, offered }: Options,
): void {
  const readOn = useEffectEvent(() => loadMore());
  const isShort = isOpen && !isSearching && hasMore && offered < FEW;
  const { length } = items;
  useEffect(() => {
    if (isShort && length > 0) readOn();
  }, [isShort, length]);
}
