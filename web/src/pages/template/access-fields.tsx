import { ActionIcon, Group, Radio, Stack, Text } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { GroupPicker } from '../../components/group-picker.tsx';
import { useTranslation } from '../../texts.ts';
import classes from './builder.module.css';

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

/** Chooses who may use the template: everyone, or the members of some groups. */
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
          {groups.length > 0 && (
            <ul className={classes['rows']}>
              {groups.map(({ id, name = t('templates.goneGroup') }) => (
                <li key={id} className={classes['row']}>
                  <Group gap="xs" wrap="nowrap" justify="space-between" mih="var(--row-height)">
                    <IconUsers size={16} aria-hidden />
                    <Text flex={1} className="wrap-anywhere">
                      {name}
                    </Text>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={t('templates.removeGroup', { name })}
                      onClick={() => onGroups(groups.filter((each) => each.id !== id))}
                    >
                      <IconX size={16} />
                    </ActionIcon>
                  </Group>
                </li>
              ))}
            </ul>
          )}
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
