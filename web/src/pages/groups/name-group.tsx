import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { GroupDetail } from '#administration/app-types.ts';
import { createGroup, renameGroup } from '#web/api/groups.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface NameGroupProps {
  /** Undefined creates a group. */
  readonly group?: GroupDetail;
  readonly onClose: () => void;
}

/** Creates a group or renames one. */
export function NameGroup({ group, onClose }: NameGroupProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useSendForm({
    initialValues: { displayName: group?.displayName ?? '' },
    validate: { displayName: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ displayName }) =>
      group === undefined
        ? createGroup(displayName.trim())
        : renameGroup(group.id, displayName.trim()),
    async done({ id }) {
      onClose();
      await navigate({ to: '/settings/groups/$id', params: { id } });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t(group === undefined ? 'groups.new' : 'groups.renameTitle')}
      form={form}
      verb={t(group === undefined ? 'users.create' : 'users.save')}
    >
      <TextInput label={t('groups.name')} data-autofocus {...form.getInputProps('displayName')} />
    </FormDialog>
  );
}
