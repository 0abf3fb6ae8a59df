import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api/client.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { type Compared, isSeveral } from '#web/builder/conditions.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface PeopleOfConditionProps {
  readonly label: string;
  /** The id of the group that the field takes people of; empty: of all. */
  readonly group: string;
  /** An id, or the ids of several people. */
  readonly value: Compared | undefined;
  readonly error: string | false;
  readonly onChange: (value: Compared) => void;
}

/** Chooses the person, or the people, that a condition compares an answer with. */
export function PeopleOfCondition(props: PeopleOfConditionProps) {
  const { label, group, value, error, onChange } = props;
  const { t } = useTranslation();
  const ids = isSeveral(value) ? value : [];
  const only = isSeveral(value) ? '' : String(value ?? '');
  const { data, isPending } = usePerson(only);
  // The field shows the name that it has at first.
  if (only !== '' && isPending) return <Text size="sm">{t('common.loading')}</Text>;
  return (
    <Stack gap={4}>
      {ids.map((id) => (
        <Chosen key={id} id={id} onRemove={() => onChange(ids.filter((each) => each !== id))} />
      ))}
      <SearchSelect<Assignee>
        path={ASSIGNEES}
        filters={{ type: 'User', ...(group !== '' && { group }) }}
        nameOf={nameOf}
        nothing={t('rules.nobody')}
        aria-label={label}
        placeholder={t('builder.when.person')}
        error={error}
        value={only}
        initial={only === '' ? undefined : (data ?? { id: only, type: 'User', name: only })}
        {...(isSeveral(value) && { without: ids })}
        comboboxProps={{ withinPortal: true }}
        onChange={(person) => {
          if (person !== undefined) onChange(isSeveral(value) ? [...ids, person.id] : person.id);
        }}
      />
    </Stack>
  );
}

const nameOf = ({ name, detail }: Assignee): string =>
  [name, detail].filter((part) => part !== undefined).join(' · ');

function usePerson(id: string) {
  return useQuery({
    queryKey: [ASSIGNEES, { id }, 'person'],
    queryFn: async () =>
      (await get<{ readonly items: readonly Assignee[] }>(ASSIGNEES, { id })).items[0] ?? null,
    enabled: id !== '',
  });
}

function Chosen({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const { t } = useTranslation();
  const { data } = usePerson(id);
  // Somebody who has left has no name here.
  const name = data === null ? t('builder.when.noPerson') : data?.name;
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Text size="sm" truncate title={name}>
        {name ?? t('common.loading')}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('builder.when.removePerson', { name: name ?? '' })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
