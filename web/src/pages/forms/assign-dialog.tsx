import { Box, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Assignee, assignForm, findAssignees } from '../../api/forms.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSendForm } from '../../components/use-send-form.ts';

const DROPDOWN_HEIGHT = 200;
const PICKER_HEIGHT = 290;

interface AssignDialogProps {
  readonly formId: string;
  readonly onClose: () => void;
}

/** Hands a form to somebody else, or to all of a group. */
export function AssignDialog({ formId, onClose }: AssignDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm<{ assignee?: Assignee }, unknown>({
    initialValues: {},
    send: async ({ assignee }) => assignee && assignForm(formId, assignee),
    done: onClose,
  });
  const { assignee: chosen } = form.values;
  return (
    <FormDialog
      onClose={onClose}
      title={t('forms.assign.title')}
      form={form}
      verb={t('forms.assign.verb')}
      isDisabled={chosen === undefined}
    >
      {/* Room for what drops down: the dialog cuts off what is larger. */}
      <Box mih={PICKER_HEIGHT}>
        <AssigneePicker
          chosen={chosen}
          onChoose={(assignee) => form.setFieldValue('assignee', assignee)}
        />
      </Box>
    </FormDialog>
  );
}

const PAUSE_MS = 250;
const SHOWN = 20;

interface AssigneePickerProps {
  readonly chosen: Assignee | undefined;
  readonly onChoose: (assignee: Assignee | undefined) => void;
}

function AssigneePicker({ chosen, onChoose }: AssigneePickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['assignees', q],
    queryFn: () => findAssignees(q, SHOWN),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const isElsewhere = chosen !== undefined && !found.some(({ id }) => id === chosen.id);
  const offered = isElsewhere ? [chosen, ...found] : found;
  return (
    <Select
      label={t('forms.assign.to')}
      description={t('forms.assign.hint')}
      searchable
      value={chosen?.id ?? null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChoose(offered.find((each) => each.id === id))}
      data={offered.map(({ id, type, name, detail }) => ({
        value: id,
        label: [name, detail, type === 'Group' ? t('groups.types.Group') : undefined]
          .filter((part) => part !== undefined)
          .join(' · '),
      }))}
      maxDropdownHeight={DROPDOWN_HEIGHT}
      filter={({ options }) => options}
      nothingFoundMessage={t(isFetching ? 'common.loading' : 'forms.assign.nobody')}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      data-autofocus
    />
  );
}
