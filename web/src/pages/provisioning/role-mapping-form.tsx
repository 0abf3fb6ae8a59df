import { ActionIcon, Alert, Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconUsersGroup, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type RoleMapping, replaceRoleMappings } from '#web/api/provisioning.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAct } from '#web/components/use-act.ts';
import type { Column } from '#web/lists/column.ts';
import { GroupPicker } from '#web/lists/group-picker.tsx';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { ROLES } from '#web/people/user-filters.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { rebaseMappings } from './rebase-mappings.ts';

/** Maps groups to roles. Nothing applies until all mappings are saved together. */
export function RoleMappingForm({ saved }: { readonly saved: readonly RoleMapping[] }) {
  const { t } = useTranslation();
  const [base, setBase] = useState(saved);
  const [mappings, setMappings] = useState(saved);
  const isChanged = mappings !== base;
  useUnsaved(isChanged);
  // Changes from elsewhere, such as the name of a group, are shown once nothing here is unsaved.
  if (saved !== base && !isChanged) {
    setBase(saved);
    setMappings(saved);
  }
  const [isRebased, setRebased] = useState(false);
  const saving = useAct(
    async (sent: readonly RoleMapping[]) => {
      setRebased(false);
      const current = await replaceRoleMappings(sent, base);
      setBase(current ?? sent);
      if (current) setMappings(rebaseMappings(base, sent, current));
      setRebased(current !== undefined);
      return current === undefined;
    },
    (isSaved) => {
      if (isSaved) notifications.show({ message: t('provisioning.settingsSaved') });
    },
  );
  const columns = useMappingColumns(
    (changed) =>
      setMappings((all) => all.map((each) => (each.groupId === changed.groupId ? changed : each))),
    ({ groupId }) => setMappings((all) => all.filter((each) => each.groupId !== groupId)),
  );
  return (
    <Section title={t('provisioning.roles.title')} lead={t('provisioning.roles.lead')}>
      {saving.problem && <Problem error={saving.problem} />}
      {isRebased && (
        <Alert role="alert" variant="outline" color="yellow" icon={<IconAlertTriangle />}>
          {t('provisioning.roles.rebased')}
        </Alert>
      )}
      {mappings.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t('provisioning.roles.empty')}
          text={t('provisioning.roles.emptyHint')}
        />
      ) : (
        <PlainTable
          label={t('provisioning.roles.title')}
          items={mappings}
          columns={columns}
          idOf={({ groupId }) => groupId}
        />
      )}
      <GroupPicker
        label={t('provisioning.roles.add')}
        without={mappings.map(({ groupId }) => groupId)}
        onPick={({ id, name }) =>
          setMappings((all) => [...all, { groupId: id, groupName: name, role: 'designer' }])
        }
      />
      <Text size="sm">{t('provisioning.roles.highest')}</Text>
      <Group justify="end">
        <Text size="sm" role="status">
          {isChanged && t('provisioning.roles.unsaved')}
        </Text>
        <Button
          loading={saving.isRunning}
          disabled={!isChanged}
          onClick={() => saving.run(mappings)}
        >
          {t('provisioning.roles.save')}
        </Button>
      </Group>
    </Section>
  );
}

function useMappingColumns(
  onChange: (mapping: RoleMapping) => void,
  onRemove: (mapping: RoleMapping) => void,
): readonly Column<RoleMapping>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'group',
      header: t('provisioning.roles.group'),
      width: 'minmax(0, 2fr)',
      cell: ({ groupId, groupName }) => (
        <Anchor component={Link} to={`/settings/groups/${groupId}`} fw={550} inherit>
          {groupName}
        </Anchor>
      ),
    },
    {
      id: 'role',
      header: t('provisioning.roles.role'),
      width: '12rem',
      cell: (mapping) => (
        <NativeSelect
          aria-label={t('provisioning.roles.roleOf', { name: mapping.groupName })}
          value={mapping.role}
          data={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...mapping, role: ROLES.find((role) => role === value) ?? mapping.role })
          }
        />
      ),
    },
    {
      id: 'remove',
      header: t('list.actions'),
      width: '5rem',
      phone: 'corner',
      cell: (mapping) => (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('provisioning.roles.remove', { name: mapping.groupName })}
          onClick={() => onRemove(mapping)}
        >
          <IconX size={18} />
        </ActionIcon>
      ),
    },
  ];
}
