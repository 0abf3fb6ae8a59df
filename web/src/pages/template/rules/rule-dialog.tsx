import { Button, NativeSelect, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleItem } from '#rules/app-types.ts';
import { changeRule, createRule } from '#web/api/rules.ts';
import { useSession } from '#web/api/session.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { ConditionEditor } from '#web/pages/template/conditions/condition-editor.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ActionEditor } from './action-editor.tsx';
import { ChooseAnew } from './choose-anew.tsx';
import {
  newAction,
  newRule,
  offered,
  type RuleValues,
  ruleOf,
  TRIGGERS,
  valuesOf,
} from './rule-draft.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { TryRule } from './try-rule.tsx';
import { useFields } from './use-fields.ts';

const MAX_ACTIONS = 5;
const MAX_NAME = 200;

interface RuleDialogProps {
  readonly templateId: string;
  /** Undefined for a new one. */
  readonly rule: RuleItem | undefined;
  readonly onClose: () => void;
}

/** Edits a rule: when, if, then. It can be tried on a form before it is saved. */
export function RuleDialog({ templateId, rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation();
  const isAdmin = useSession().user.role === 'admin';
  const fields = useFields(templateId);
  const [initialValues] = useState(() => (rule === undefined ? newRule() : valuesOf(rule)));
  const form = useSendForm<RuleValues, unknown>({
    initialValues,
    async send(values) {
      const body = ruleOf(values);
      if (body === undefined) return;
      if (rule === undefined) await createRule(templateId, body);
      else await changeRule(rule.id, rule.revision, body);
    },
    done() {
      notifications.show({ message: t('rules.saved') });
      onClose();
    },
  });
  const { values } = form;
  const { actions } = values;
  const whole = ruleOf(values);
  const write = (next: RuleValues['actions']) => form.setFieldValue('actions', next);
  const types = offered(values, isAdmin);
  const nextKey = Math.max(0, ...actions.map(({ key }) => key)) + 1;
  return (
    <FormDialog
      title={t(rule === undefined ? 'rules.create' : 'rules.edit')}
      form={form}
      verb={t('rules.save')}
      size="lg"
      isDisabled={whole === undefined}
      onClose={onClose}
    >
      {rule !== undefined && <ChooseAnew rule={rule} />}
      <TextInput
        label={t('rules.name')}
        maxLength={MAX_NAME}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('rules.when')}
        data={TRIGGERS.map((value) => ({ value, label: t(`rules.triggers.${value}`) }))}
        {...form.getInputProps('trigger')}
      />
      <TriggerFields
        values={values}
        fields={fields}
        onChange={(changed) => form.setValues(changed)}
      />
      <ConditionEditor
        title={t('rules.if')}
        always={t('rules.always')}
        expression={values.condition}
        references={fields}
        first={fields[0]}
        onChange={(condition) => form.setFieldValue('condition', condition ?? '')}
      />
      <Title order={3} size="h5">
        {t('rules.thenDo')}
      </Title>
      {actions.map((action, i) => (
        <ActionEditor
          key={action.key}
          number={i + 1}
          types={types}
          action={action}
          fields={fields}
          isAdmin={isAdmin}
          onChange={(changed) => write(actions.with(i, changed))}
          onRemove={actions.length > 1 ? () => write(actions.toSpliced(i, 1)) : undefined}
        />
      ))}
      {actions.length < MAX_ACTIONS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => write([...actions, newAction(nextKey, types[0] ?? 'tell')])}
        >
          {t('rules.add')}
        </Button>
      )}
      <Switch label={t('rules.isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t('rules.ownerNote')}
        </Text>
      </Stack>
      <TryRule templateId={templateId} rule={whole} />
    </FormDialog>
  );
}
