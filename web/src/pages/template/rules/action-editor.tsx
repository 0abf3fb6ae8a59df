import { ActionIcon, Group, NativeSelect, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { LISTS } from '#web/api/shared-lists.ts';
import { WEBHOOKS } from '#web/api/webhooks.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-props.ts';
import { AssignFields } from './assign-fields.tsx';
import { CellsEditor } from './cells-editor.tsx';
import { FieldChoice } from './field-choice.tsx';
import { MailFields, PdfChoice } from './mail-fields.tsx';
import { PersonField, ToldField } from './people-fields.tsx';
import { type ActionType, type Named, newAction } from './rule-draft.ts';
import { SetFields } from './set-fields.tsx';

interface ActionEditorProps extends ActionProps {
  readonly number: number;
  readonly types: readonly ActionType[];
  readonly onRemove: (() => void) | undefined;
}

/** Edits one action of a rule. */
export function ActionEditor({ number, types, onRemove, ...props }: ActionEditorProps) {
  const { action, onChange } = props;
  const { t } = useTranslation();
  return (
    <fieldset className={classes['lines']}>
      <Stack gap="sm">
        <Group gap="xs" align="end" wrap="nowrap">
          <NativeSelect
            flex={1}
            label={t('rules.action', { number })}
            value={action.type}
            data={(types.includes(action.type) ? types : [action.type, ...types]).map((value) => ({
              value,
              label: t(`rules.actions.${value}`),
            }))}
            onChange={({ currentTarget }) => {
              const type = types.find((each) => each === currentTarget.value);
              if (type !== undefined) onChange(newAction(action.key, type));
            }}
          />
          {onRemove !== undefined && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('rules.remove', { number })}
              onClick={onRemove}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
        <Details {...props} />
      </Stack>
    </fieldset>
  );
}

function Details(props: ActionProps) {
  const { action, fields, onChange } = props;
  const { t } = useTranslation();
  const chosen = (
    <FieldChoice
      label={t('rules.fields')}
      fields={fields}
      value={action.fields}
      onChange={(names) => onChange({ ...action, fields: names })}
    />
  );
  switch (action.type) {
    case 'assign':
      return <AssignFields {...props} />;
    case 'hand-on':
      return <PersonField action={action} onChange={onChange} />;
    case 'tell':
      return (
        <>
          <ToldField action={action} onChange={onChange} />
          {chosen}
          <PdfChoice action={action} onChange={onChange} />
        </>
      );
    case 'set':
      return <SetFields {...props} />;
    case 'mail':
      return (
        <>
          <MailFields {...props} />
          {chosen}
          <PdfChoice action={action} onChange={onChange} />
        </>
      );
    case 'row':
      return (
        <>
          <SearchSelect<Named>
            path={LISTS}
            label={t('rules.list')}
            nameOf={({ name }) => name}
            nothing={t('rules.noLists')}
            value={action.list?.id ?? ''}
            initial={action.list}
            comboboxProps={{ withinPortal: true }}
            onChange={(list) => onChange({ ...action, list, cells: {} })}
          />
          <CellsEditor {...props} />
        </>
      );
    case 'webhook':
      return (
        <>
          <SearchSelect<{ readonly id: string; readonly targetUrl: string }>
            path={WEBHOOKS}
            label={t('rules.webhook')}
            nameOf={({ targetUrl }) => targetUrl}
            nothing={t('rules.noWebhooks')}
            value={action.webhook?.id ?? ''}
            initial={action.webhook && { id: action.webhook.id, targetUrl: action.webhook.name }}
            comboboxProps={{ withinPortal: true }}
            onChange={(hook) =>
              onChange({ ...action, webhook: hook && { id: hook.id, name: hook.targetUrl } })
            }
          />
          {chosen}
        </>
      );
  }
}
