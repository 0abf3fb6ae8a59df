import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { DayField } from '#web/lists/day-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { MoreButton } from '#web/lists/more-button.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useUserColumns } from '#web/people/user-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { listOf, OFFLINE, SAMPLE_USERS } from '../sample-data.ts';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const FULL = listOf({ items: SAMPLE_USERS, total: 5000 });
const MORE = { ...FULL, hasMore: true };

/** A list that is full, empty, filtered to nothing, loading and failed; and as a phone shows it. */
export function Lists() {
  const { i18n } = useTranslation();
  const words = useWords();
  return (
    <>
      <Specimen label={words.states.filters}>
        <Filters />
      </Specimen>
      <Specimen label={words.states.full}>
        <SampleList />
      </Specimen>
      <Specimen label={words.states.empty}>
        <SampleList list={listOf({ total: 0 })} />
      </Specimen>
      <Specimen label={words.states.filtered}>
        <NothingFound text={words.states.filtered} onClear={() => undefined} />
        <MoreButton list={{ ...MORE, isLoading: false }} />
        <MoreButton list={{ ...MORE, isLoading: true }} />
      </Specimen>
      <Specimen label={words.states.loading}>
        <SampleList list={listOf({ isLoading: true })} />
      </Specimen>
      <Specimen label={words.states.failed}>
        <SampleList list={listOf({ error: OFFLINE })} />
      </Specimen>
      <Specimen label={words.states.more}>
        <SampleList list={{ ...FULL, items: SAMPLE_USERS.slice(0, 2), error: OFFLINE }} />
      </Specimen>
      <Specimen label={words.states.cards}>
        <iframe
          key={i18n.language}
          title={words.states.cards}
          src="?framed"
          className="guide-phone"
        />
      </Specimen>
    </>
  );
}

/** A list of users with their real columns. */
export function SampleList({ list = FULL }: { readonly list?: typeof FULL }) {
  const words = useWords();
  const sort = { sorted: 'asc', onSort: () => undefined } as const;
  const columns = useUserColumns().map((column, i) => (i === 0 ? { ...column, sort } : column));
  return (
    <ListView
      list={list}
      label={words.user}
      columns={columns}
      idOf={({ id }) => id}
      empty={
        <EmptyState icon={IconUsers} title={words.nothing} text={words.nothingText}>
          <Button>{words.nothingAct}</Button>
        </EmptyState>
      }
    />
  );
}

function Filters() {
  const words = useWords();
  const [role, setRole] = useState<'member' | 'designer' | 'admin' | undefined>('designer');
  const roles = (['member', 'designer', 'admin'] as const).map((value) => ({
    value,
    label: words.choices[value],
  }));
  return (
    <FilterBar
      label={words.states.filters}
      count={1}
      search={<SearchField label={words.search} value="" onSearch={() => undefined} />}
    >
      <ChoiceField label={words.choice} value={role} choices={roles} onChoose={setRole} />
      <DayField label={words.date} value={undefined} onChoose={() => undefined} />
    </FilterBar>
  );
}
