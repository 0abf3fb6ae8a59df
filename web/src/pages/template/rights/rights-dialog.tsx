import { Box, Checkbox, Radio, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { type GivenRights, giveRights } from '#web/api/template-design.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { hasNoRights } from '#web/templates/rights-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type RightsItem, rightsIn, useSubjectName } from './subject-name.ts';

const SEEN = ['own', 'group', 'all'] as const;
const DEFAULTS: GivenRights = {
  fill: true,
  see: 'own',
  edit: false,
  assign: false,
  review: false,
  manage: false,
};

interface RightsDialogProps {
  readonly templateId: string;
  /** Undefined: the dialog asks for a user or a group. */
  readonly item: RightsItem | undefined;
  /** The ids of those who have rights already. */
  readonly without: readonly string[];
  readonly onClose: () => void;
}

interface Values extends GivenRights {
  readonly subject?: Assignee | undefined;
}

/** Gives rights to a user or a group, or changes what somebody has. */
export function RightsDialog({ templateId, item, without, onClose }: RightsDialogProps) {
  const { t } = useTranslation();
  const nameOf = useSubjectName();
  const form = useSendForm<Values, unknown>({
    initialValues: item === undefined ? DEFAULTS : rightsIn(item),
    validate: {
      subject: (value) =>
        value !== undefined && without.includes(value.id) ? t('rights.already') : null,
    },
    send: ({ subject, ...rights }) =>
      giveRights(templateId, item?.subject ?? subject?.id ?? '', rights),
    done() {
      notifications.show({ message: t('rights.saved') });
      onClose();
    },
  });
  const { subject, ...rights } = form.values;
  const isNothing = hasNoRights(rights);
  const isReady = (item !== undefined || subject !== undefined) && !isNothing;
  return (
    <FormDialog
      form={form}
      title={item === undefined ? t('rights.add') : t('rights.titleOf', { name: nameOf(item) })}
      verb={t('rights.save')}
      isDisabled={!isReady}
      onClose={onClose}
    >
      {item === undefined && (
        <SearchSelect<Assignee>
          path={ASSIGNEES}
          nameOf={({ type, name, detail }) =>
            [name, detail, type === 'Group' ? t('rights.group') : undefined]
              .filter((part) => part !== undefined)
              .join(' · ')
          }
          nothing={t('rights.nobody')}
          label={t('rights.subject')}
          description={t('rights.subjectHint')}
          value={subject?.id ?? ''}
          onChange={(chosen) => form.setFieldValue('subject', chosen)}
          error={form.errors['subject']}
          comboboxProps={{ withinPortal: true }}
          data-autofocus
        />
      )}
      <Checkbox
        label={t('rights.fill')}
        description={t('rights.fillHint')}
        {...form.getInputProps('fill', { type: 'checkbox' })}
      />
      <Radio.Group
        label={t('rights.see')}
        description={t('rights.seeHint')}
        {...form.getInputProps('see')}
      >
        <Stack gap="xs" mt="xs">
          {SEEN.map((value) => (
            <Radio key={value} value={value} label={t(`rights.seen.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('rights.edit')}
        description={t('rights.editHint')}
        {...form.getInputProps('edit', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('rights.assign')}
        description={t('rights.assignHint')}
        {...form.getInputProps('assign', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('rights.review')}
        description={t('rights.reviewHint')}
        {...form.getInputProps('review', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('rights.manage')}
        description={t('rights.manageHint')}
        {...form.getInputProps('manage', { type: 'checkbox' })}
      />
      {isNothing && <Box c="dimmed">{t('rights.nothing')}</Box>}
    </FormDialog>
  );
}
