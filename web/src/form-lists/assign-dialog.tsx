import { Box } from '@mantine/core';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const DROPDOWN_HEIGHT = 200;
const PICKER_HEIGHT = 290;

interface AssignDialogProps<Output> {
  /** If omitted, that of a single form. */
  readonly title?: string;
  readonly send: (assignee: Assignee) => Promise<Output>;
  /** Called when the forms are assigned and nothing is unsaved any more; undefined: the dialog closes. */
  readonly onDone?: (output: Output) => void;
  readonly onClose: () => void;
}

/** Assigns forms to another user or to a group. */
export function AssignDialog<Output>(props: AssignDialogProps<Output>) {
  const { title, send, onClose, onDone = onClose } = props;
  const { t } = useTranslation();
  const form = useSendForm<{ assignee?: Assignee }, { output: Output } | undefined>({
    initialValues: {},
    send: async ({ assignee }) => assignee && { output: await send(assignee) },
    done: (sent) => sent && onDone(sent.output),
  });
  const { assignee: chosen } = form.values;
  return (
    <FormDialog
      onClose={onClose}
      title={title ?? t('forms.assign.title')}
      form={form}
      verb={t('forms.assign.verb')}
      isDisabled={chosen === undefined}
    >
      {/* Reserves space for the dropdown, which the dialog would cut off. */}
      <Box mih={PICKER_HEIGHT}>
        <SearchSelect<Assignee>
          path={ASSIGNEES}
          nameOf={({ type, name, detail }) =>
            [name, detail, type === 'Group' ? t('forms.assigneeTypes.Group') : undefined]
              .filter((part) => part !== undefined)
              .join(' · ')
          }
          nothing={t('forms.assign.nobody')}
          label={t('forms.assign.to')}
          description={t('forms.assign.hint')}
          value={chosen?.id ?? ''}
          onChange={(assignee) => form.setFieldValue('assignee', assignee)}
          maxDropdownHeight={DROPDOWN_HEIGHT}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
      </Box>
    </FormDialog>
  );
}
