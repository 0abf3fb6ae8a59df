import { ActionIcon, Group, Paper, Radio, Stack, Text } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GroupPicker } from '../../components/group-picker.tsx';

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
          <GroupPicker
            label={t('templates.addGroup')}
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
