import { ActionIcon, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import type { ViewItem } from '#answer-tables/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { changeView, saveView, type ViewPage } from '#web/api/views.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { GroupPicker, type PickedGroup } from '#web/lists/group-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface SaveViewDialogProps {
  readonly page: ViewPage;
  /** The search parameters to save; undefined: those of `view` stay. */
  readonly state?: Readonly<Record<string, string>>;
  /** The view to rename or share; undefined saves another one. */
  readonly view?: ViewItem;
  /** The views of the user: a name that one of them has replaces it. */
  readonly own: readonly ViewItem[];
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly with: ViewItem['sharing']['with'];
  readonly groups: readonly PickedGroup[];
}

const MAX_NAME = 100;
const SHARED = ['nobody', 'groups', 'everyone'] as const;

/** Saves the present view under a name, or renames or shares one. */
export function SaveViewDialog({ page, state, view, own, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  const gone = t('forms.gone.Group');
  const form = useSendForm<Values, ViewItem>({
    initialValues: {
      name: view?.name ?? '',
      with: view?.sharing.with ?? 'nobody',
      groups: (view?.sharing.groups ?? []).map(({ id, name = gone }) => ({ id, name })),
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('field.required') : null),
      groups: (groups, values) =>
        values.with === 'groups' && groups.length === 0 ? t('views.chooseGroup') : null,
    },
    send({ name, groups, ...sharing }) {
      const groupIds = sharing.with === 'groups' ? groups.map(({ id }) => id) : [];
      const input = {
        name: name.trim(),
        ...(state && { state }),
        sharing: { with: sharing.with, groupIds },
      };
      const before = view ?? replaced(own, name);
      return before ? changeView(before.id, input) : saveView(page, input);
    },
    done({ name }) {
      notifications.show({ message: t('views.saved', { name }) });
      onClose();
    },
  });
  const { values } = form;
  const other = view === undefined ? replaced(own, values.name) : undefined;
  const choices = SHARED.filter((value) => role !== 'member' || value !== 'everyone');
  return (
    <FormDialog
      title={t(view === undefined ? 'views.saveTitle' : 'views.changeTitle')}
      form={form}
      verb={t(other ? 'views.replace' : 'views.verb')}
      onClose={onClose}
    >
      <TextInput
        label={t('views.name')}
        description={other && t('views.replaces', { name: other.name })}
        maxLength={MAX_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('views.sharing')}
        description={t('views.sharingHint')}
        data={choices.map((value) => ({ value, label: t(`views.with.${value}`) }))}
        {...form.getInputProps('with')}
      />
      {values.with === 'groups' && (
        <>
          <GroupPicker
            label={t('views.addGroup')}
            without={values.groups.map(({ id }) => id)}
            onPick={(group) => form.setFieldValue('groups', [...values.groups, group])}
          />
          {values.groups.map(({ id, name }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text size="sm" className="wrap-anywhere">
                {name}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('views.removeGroup', { name })}
                onClick={() =>
                  form.setFieldValue(
                    'groups',
                    values.groups.filter((group) => group.id !== id),
                  )
                }
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {form.errors['groups'] !== undefined && (
            <Text size="sm" c="red" role="alert">
              {form.errors['groups']}
            </Text>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Returns the view of the user that already has a name. */
const replaced = (own: readonly ViewItem[], name: string): ViewItem | undefined =>
  own.find((view) => view.name.trim().toLowerCase() === name.trim().toLowerCase());
