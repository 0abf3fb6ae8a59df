import { Button, Group, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Assignee, assignForm, findAssignees } from '../../api/forms.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useAct } from '../../components/use-act.ts';

const DROPDOWN_HEIGHT = 200;
const DIALOG_HEIGHT = 340;

interface AssignDialogProps {
  readonly formId: string;
  readonly onClose: () => void;
}

/** Hands a form to somebody else, or to all of a group. */
export function AssignDialog({ formId, onClose }: AssignDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Assignee>();
  const { run, isRunning, problem } = useAct(
    [],
    (assignee: Assignee) => assignForm(formId, assignee),
    onClose,
  );
  return (
    <Dialog onClose={onClose} title={t('forms.assign.title')}>
      {/* Room for what drops down: the dialog cuts off what is larger. */}
      <Stack mih={DIALOG_HEIGHT} justify="space-between">
        <AssigneePicker chosen={chosen} onChoose={setChosen} />
        {problem && <Problem error={problem} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            loading={isRunning}
            disabled={chosen === undefined}
            onClick={() => {
              if (chosen !== undefined) run(chosen);
            }}
          >
            {t('forms.assign.verb')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
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
