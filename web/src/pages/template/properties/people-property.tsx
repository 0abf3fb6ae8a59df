import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api/client.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { type Field, type JsonObject, type Path, textOf } from '#web/builder/definition.ts';
import { change } from '#web/builder/edit.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ListProperty } from './list-property.tsx';

/** Chooses where a field looks up what it offers: a shared list, or the people of a group. */
export function LookedUpProperty({ path, field }: { readonly path: Path; readonly field: Field }) {
  if (field.type === 'sharedlist') return <ListProperty path={path} field={field} />;
  return field.type === 'person' && <PeopleProperty path={path} field={field} />;
}

function PeopleProperty({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { edit } = useBuilder();
  return (
    <GroupOfPeople
      holder={field}
      onChange={(group) => edit((now) => change(now, path, { group }))}
    />
  );
}

interface GroupOfPeopleProps {
  /** The field or column that holds the property. */
  readonly holder: JsonObject;
  readonly onChange: (group: string | undefined) => void;
}

/** The same for a field or a column of a table. */
export function GroupOfPeople({ holder, onChange }: GroupOfPeopleProps) {
  const { t } = useTranslation();
  const id = textOf(holder['group']);
  const { data } = useQuery({
    queryKey: [ASSIGNEES, { id }],
    queryFn: () => get<{ readonly items: readonly Assignee[] }>(ASSIGNEES, { id }),
    enabled: id !== '',
  });
  const found = data?.items[0];
  const gone: Assignee | undefined =
    data !== undefined && found === undefined
      ? { id, type: 'Group', name: t('fields.people.gone') }
      : undefined;
  const initial = found ?? gone;
  return (
    <>
      <SearchSelect<Assignee>
        key={initial?.id ?? 'none'}
        path={ASSIGNEES}
        filters={{ type: 'Group' }}
        nameOf={({ name }) => name}
        nothing={t('fields.people.nothing')}
        label={t('fields.people.group')}
        placeholder={t('fields.people.all')}
        clearable
        value={id}
        initial={initial}
        onChange={(group) => onChange(group?.id)}
        comboboxProps={{ withinPortal: true }}
      />
      {id !== '' && (
        <Text size="xs" c="dimmed">
          {t('fields.people.hint')}
        </Text>
      )}
    </>
  );
}
