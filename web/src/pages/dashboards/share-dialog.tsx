import { ActionIcon, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { DashboardDetail } from '#answer-tables/app-types.ts';
import { changeDashboard } from '#web/api/dashboards.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { GroupPicker } from '#web/lists/group-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface ShareDialogProps {
  readonly dashboard: DashboardDetail;
  readonly onClose: () => void;
}

/** Chooses the groups whose members see a dashboard. */
export function ShareDialog({ dashboard, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  // The revision of the groups that are shown: a change of somebody else since then is refused, not undone.
  const [{ id, name, revision, groups: before }] = useState(dashboard);
  const [groups, setGroups] = useState(before);
  const form = useSendForm<Record<string, never>, DashboardDetail>({
    initialValues: {},
    send: () => changeDashboard(id, { name, revision, groupIds: groups.map((group) => group.id) }),
    done: onClose,
  });
  return (
    <FormDialog
      title={t('dashboards.shareTitle')}
      form={form}
      verb={t('dashboards.save')}
      onClose={onClose}
    >
      <Text size="sm">{t('dashboards.shareLead')}</Text>
      {groups.map((group) => (
        <Group key={group.id} justify="space-between" wrap="nowrap">
          <Text size="sm" className="wrap-anywhere">
            {group.name ?? group.id}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('dashboards.removeGroup', { name: group.name ?? group.id })}
            onClick={() => setGroups(groups.filter((each) => each !== group))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <GroupPicker
        label={t('dashboards.group')}
        without={groups.map((group) => group.id)}
        onPick={(group) => setGroups([...groups, group])}
      />
    </FormDialog>
  );
}
