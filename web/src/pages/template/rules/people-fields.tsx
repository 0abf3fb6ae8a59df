import { ActionIcon, NativeSelect, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { ItemList } from '#web/components/item-list.tsx';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-props.ts';

type Props = Pick<ActionProps, 'action' | 'onChange'>;

function useNameOf(): (one: Assignee) => string {
  const { t } = useTranslation();
  return ({ type, name, detail }) =>
    [name, detail, type === 'Group' ? t('series.group') : undefined]
      .filter((part) => part !== undefined)
      .join(' · ');
}

/** Chooses the user or group that gets a form. */
export function PersonField({ action, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <SearchSelect<Assignee>
        path={ASSIGNEES}
        label={t('rules.whom')}
        nameOf={useNameOf()}
        nothing={t('rules.nobody')}
        value={action.to?.id ?? ''}
        initial={action.to}
        comboboxProps={{ withinPortal: true }}
        onChange={(to) => onChange({ ...action, to })}
      />
      {action.type === 'assign' && action.to?.type === 'Group' && (
        <NativeSelect
          label={t('rules.mode')}
          value={action.mode}
          data={(['shared', 'each'] as const).map((value) => ({
            value,
            label: t(`rules.modes.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            onChange({ ...action, mode: currentTarget.value === 'each' ? 'each' : 'shared' })
          }
        />
      )}
    </>
  );
}

/** Chooses the users and groups that are told. */
export function ToldField({ action, onChange }: Props) {
  const { t } = useTranslation();
  const nameOf = useNameOf();
  const { told } = action;
  return (
    <Stack gap="xs">
      <SearchSelect<Assignee>
        path={ASSIGNEES}
        label={t('rules.tellTo')}
        description={t('rules.tellNote')}
        nameOf={nameOf}
        nothing={t('rules.nobody')}
        value=""
        without={told.map(({ id }) => id)}
        comboboxProps={{ withinPortal: true }}
        onChange={(one) => {
          if (one !== undefined) onChange({ ...action, told: [...told, one] });
        }}
      />
      {told.length > 0 && (
        <ItemList
          items={told.map((one) => ({
            id: one.id,
            title: nameOf(one),
            actions: (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('rules.untell', { name: one.name })}
                onClick={() =>
                  onChange({ ...action, told: told.filter(({ id }) => id !== one.id) })
                }
              >
                <IconX size={16} />
              </ActionIcon>
            ),
          }))}
        />
      )}
      {told.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('rules.nobodyYet')}
        </Text>
      )}
    </Stack>
  );
}
