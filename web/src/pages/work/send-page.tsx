// Work is assigned on a page and not in a dialog: answers that are filled in ahead are entered in the form itself.
import { Button, Checkbox, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import { type AssignmentItem, sendAssignment } from '#web/api/assignments.ts';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { late } from '#web/components/late.ts';
import { Page } from '#web/components/page.tsx';
import { SendForm } from '#web/components/send-form.tsx';
import { namesIn } from '#web/components/template-name.ts';
import { useSendForm } from '#web/components/use-send-form.ts';
import { TemplateOfForm } from '#web/kinds/template-of-form.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { isoOf } from './change-work-dialog.tsx';
import { type SendableTemplate, SentTemplatePicker } from './sent-template-picker.tsx';

const Prefill = late(() => import('./prefill.tsx'), 'Prefill');

const route = getRouteApi('/signed-in/work/new');

interface Values {
  readonly template?: SendableTemplate | undefined;
  readonly assignee?: Assignee | undefined;
  readonly mode: 'each' | 'shared';
  readonly dueDate: string;
  readonly notBefore: string;
  readonly isHigh: boolean;
  readonly instructions: string;
}

const EMPTY: Values = {
  mode: 'each',
  dueDate: '',
  notBefore: '',
  isHigh: false,
  instructions: '',
};

/** Assigns a template to a person or a group. */
export function SendPage() {
  const { t } = useTranslation();
  const [sent, setSent] = useState<readonly AssignmentItem[]>();
  return (
    <Page
      title={t('work.new.title')}
      lead={t('work.new.lead')}
      back={{ to: '/work', label: t('work.title') }}
    >
      {sent === undefined ? (
        <SendWork onSent={setSent} />
      ) : (
        <EmptyState icon={IconCircleCheck} title={t('work.new.sent', { count: sent.length })}>
          <Group gap="xs">
            <Button component={Link} to="/work" variant="default">
              {t('work.new.toWork')}
            </Button>
            <Button onClick={() => setSent(undefined)}>{t('work.new.another')}</Button>
          </Group>
        </EmptyState>
      )}
    </Page>
  );
}

interface SendWorkProps {
  readonly onSent: (assignments: readonly AssignmentItem[]) => void;
}

function SendWork({ onSent }: SendWorkProps) {
  const { t, i18n } = useTranslation();
  const { template: templateId } = route.useSearch();
  const zone = shownZone();
  // The same for each attempt, so that one that got no answer sends nothing twice.
  const [reference] = useState(() => crypto.randomUUID());
  const model = useRef<Model>(undefined);
  const form = useSendForm<Values, { assignments: readonly AssignmentItem[] } | undefined>({
    initialValues: EMPTY,
    async send({ template, assignee, mode, dueDate, notBefore, isHigh, instructions }) {
      if (template === undefined || assignee === undefined) return undefined;
      const [due, from] = [isoOf(dueDate, zone), isoOf(notBefore, zone)];
      const { type, id } = assignee;
      return await sendAssignment({
        templateId: template.id,
        assignee: { type, id, ...(type === 'Group' && { mode }) },
        ...(due !== undefined && { dueDate: due }),
        ...(from !== undefined && { notBefore: from }),
        priority: isHigh ? 'high' : 'normal',
        ...(instructions.trim() !== '' && { instructions }),
        answers: model.current?.data ?? {},
        reference,
      });
    },
    done: (answer) => answer && onSent(answer.assignments),
  });
  const { template, assignee, mode } = form.values;
  const isForEach = assignee?.type === 'Group' && mode === 'each';
  return (
    <Stack maw="40rem">
      {/* Outside of the form: the engine brings one of its own. */}
      <SentTemplatePicker
        label={t('work.new.template')}
        value={template}
        initialId={templateId}
        onChange={(chosen) => form.setFieldValue('template', chosen)}
      />
      {template?.currentVersion !== undefined && (
        <Suspense>
          <TemplateOfForm value={template.id}>
            <Prefill
              key={template.id}
              templateId={template.id}
              version={template.currentVersion}
              model={model}
            />
          </TemplateOfForm>
        </Suspense>
      )}
      <SendForm
        form={form}
        verb={t('work.new.verb')}
        isDisabled={template === undefined || assignee === undefined}
      >
        <SearchSelect<Assignee>
          path={ASSIGNEES}
          label={t('work.new.to')}
          nameOf={({ type, name, detail }) =>
            [name, detail, type === 'Group' ? t('forms.assigneeTypes.Group') : undefined]
              .filter((part) => part !== undefined)
              .join(' · ')
          }
          nothing={t('work.new.nobody')}
          value={assignee?.id ?? ''}
          onChange={(chosen) => form.setFieldValue('assignee', chosen)}
        />
        {assignee?.type === 'Group' && (
          <Radio.Group
            label={t('work.new.mode')}
            description={t('work.new.modeHint')}
            {...form.getInputProps('mode')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="each" label={t('work.new.modes.each')} />
              <Radio value="shared" label={t('work.new.modes.shared')} />
            </Stack>
          </Radio.Group>
        )}
        <TextInput
          type="datetime-local"
          label={t('work.new.due')}
          description={t('work.new.dueHint', { zone })}
          {...form.getInputProps('dueDate')}
        />
        <TextInput
          type="datetime-local"
          label={t('work.new.notBefore')}
          description={t('work.new.notBeforeHint')}
          {...form.getInputProps('notBefore')}
        />
        <Textarea
          label={t('work.new.instructions')}
          description={t('work.new.instructionsHint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...form.getInputProps('instructions')}
        />
        <Checkbox
          label={t('work.new.isHigh')}
          {...form.getInputProps('isHigh', { type: 'checkbox' })}
        />
        {template && assignee && (
          <Text role="status">
            {t('work.new.preview', {
              count: isForEach ? 2 : 1,
              name: assignee.name,
              template: namesIn(template, i18n.language).name,
            })}
          </Text>
        )}
      </SendForm>
    </Stack>
  );
}
