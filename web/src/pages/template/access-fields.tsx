import { ActionIcon, Group, Paper, Radio, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';

interface Named {
  readonly id: string;
  readonly name?: string;
}

interface AccessFieldsProps {
  readonly openToAll: boolean;
  readonly groups: readonly Named[];
  readonly onOpenToAll: (value: boolean) => void;
  readonly onGroups: (groups: readonly Named[]) => void;
}

/** Everybody, or the members of some groups. */
export function AccessFields(props: AccessFieldsProps) {
  const { openToAll, groups, onOpenToAll, onGroups } = props;
  const { t } = useTranslation();
  return (
    <Stack>
      <Radio.Group
        aria-label={t('templates.whoTitle')}
        value={openToAll ? 'all' : 'groups'}
        onChange={(value) => onOpenToAll(value === 'all')}
      >
        <Stack gap="xs">
          <Radio value="all" label={t('templates.everybody')} />
          <Radio value="groups" label={t('templates.onlyGroups')} />
        </Stack>
      </Radio.Group>
      {!openToAll && (
        <>
          {groups.length === 0 && <Text c="dimmed">{t('templates.noGroups')}</Text>}
          {groups.map(({ id, name = t('templates.somebody') }) => (
            <Paper key={id} withBorder px="sm" py={4}>
              <Group justify="space-between" wrap="nowrap">
                <Group gap="xs" wrap="nowrap">
                  <IconUsers size={16} aria-hidden />
                  <Text className="wrap-anywhere">{name}</Text>
                </Group>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('templates.removeGroup', { name })}
                  onClick={() => onGroups(groups.filter((each) => each.id !== id))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Group>
            </Paper>
          ))}
          <GroupField
            without={groups.map(({ id }) => id)}
            onPick={(group) => onGroups([...groups, group])}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t('templates.designersToo')}
      </Text>
    </Stack>
  );
}

interface Assignee {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
}

const PAUSE_MS = 250;
const SHOWN = 50;

interface GroupFieldProps {
  readonly without: readonly string[];
  readonly onPick: (group: Named) => void;
}

/** Groups as a designer may see them, who may not list all that an admin may. */
function GroupField({ without, onPick }: GroupFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['assignees', q],
    queryFn: () =>
      get<{ readonly items: readonly Assignee[] }>('/app/v1/assignees', { q, limit: SHOWN }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).filter(
    ({ id, type }) => type === 'Group' && !without.includes(id),
  );
  return (
    <Select
      label={t('templates.addGroup')}
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
    />
  );
}
