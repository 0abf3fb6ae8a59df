import { Stack } from '@mantine/core';
import type { SharedListItem } from '#shared-lists/app-types.ts';
import type { TemplateImportReport } from '#template-files/app-types.ts';
import { LISTS } from '#web/api/shared-lists.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';

type NamedList = TemplateImportReport['lists'][number];

/** The ids of lists to use, by the ids in the file; undefined for one that gets none, or a new one. */
export type ChosenLists = ReadonlyMap<string, string | undefined>;

/** Returns the lists that are used unless somebody chooses others. */
export const matchedLists = (lists: readonly NamedList[]): ChosenLists =>
  new Map(lists.map(({ id, match }) => [id, match?.id]));

/** Returns the choices without those of lists that the import makes. */
export const withoutNew = (lists: readonly NamedList[], chosen: ChosenLists): ChosenLists => {
  const isNew = new Set(lists.flatMap(({ id, newRows }) => (newRows === undefined ? [] : [id])));
  return new Map([...chosen].filter(([id, here]) => here !== undefined || !isNew.has(id)));
};

interface ImportListsProps {
  readonly lists: readonly NamedList[];
  readonly chosen: ChosenLists;
  readonly onChange: (chosen: ChosenLists) => void;
}

/** Chooses a list of this Formstead for each list that an imported template names. */
export function ImportLists({ lists, chosen, onChange }: ImportListsProps) {
  const { t } = useTranslation();
  if (lists.length === 0) return undefined;
  return (
    <Section title={t('templates.importLists')} lead={t('templates.importListsLead')}>
      <Stack maw="40rem">
        {lists.map(({ id, name, columns, match, newRows }) => (
          <SearchSelect<Pick<SharedListItem, 'id' | 'name'>>
            key={id}
            label={name ?? t('templates.importListUnnamed')}
            description={[
              ...(newRows === undefined ? [] : [t('templates.importListNew', { count: newRows })]),
              ...(columns.length === 0
                ? []
                : [t('templates.importListColumns', { columns: columns.join(', ') })]),
            ].join(' ')}
            placeholder={t('templates.importListChoose')}
            path={LISTS}
            nameOf={(item) => item.name}
            nothing={t('templates.importListNothing')}
            value={chosen.get(id) ?? ''}
            initial={match}
            clearable
            error={
              chosen.get(id) === undefined && newRows === undefined && t('templates.importListNone')
            }
            onChange={(item) => onChange(new Map([...chosen, [id, item?.id]]))}
          />
        ))}
        <LinkAnchor to="/lists" size="sm">
          {t('templates.importToLists')}
        </LinkAnchor>
      </Stack>
    </Section>
  );
}
