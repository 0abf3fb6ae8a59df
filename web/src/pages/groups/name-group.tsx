import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { GroupDetail } from '#administration/app-types.ts';
import { createGroup, renameGroup } from '../../api/groups.ts';
import { Dialog } from '../../components/dialog.tsx';
import { focusFirstFault } from '../../components/focus-field.ts';
import { Problem } from '../../components/problem.tsx';
import { forgetUnsaved, useUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';

interface NameGroupProps {
  /** Left out: a new one. */
  readonly group?: GroupDetail;
  readonly onClose: () => void;
}

/** Names a group that is made here, or names it anew. */
export function NameGroup({ group, onClose }: NameGroupProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { displayName: group?.displayName ?? '' },
    validate: { displayName: (value) => (value.trim() === '' ? t('field.required') : null) },
  });
  useUnsaved(form.isDirty());
  const act = useAct(
    ['displayName'],
    ({ displayName }: typeof form.values) =>
      group === undefined
        ? createGroup(displayName.trim())
        : renameGroup(group.id, displayName.trim()),
    async ({ id }) => {
      forgetUnsaved();
      onClose();
      await navigate({ to: '/settings/groups/$id', params: { id } });
    },
  );
  return (
    <Dialog onClose={onClose} title={t(group === undefined ? 'groups.new' : 'groups.rename')}>
      <form onSubmit={form.onSubmit(act.run, focusFirstFault)} noValidate>
        <Stack>
          {act.problem && <Problem error={act.problem} />}
          <TextInput
            label={t('groups.name')}
            data-autofocus
            {...form.getInputProps('displayName')}
            error={form.errors['displayName'] ?? act.faultAt('displayName')}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {t('users.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
