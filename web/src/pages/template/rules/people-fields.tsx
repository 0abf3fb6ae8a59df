import { NativeSelect, Pill, PillGroup, Stack, Text } from '@mantine/core';
import { ASSIGNEES, type Assignee } from '#web/api/forms.ts';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-editor.tsx';

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
        <PillGroup role="list" aria-label={t('rules.told')}>
          {told.map((one) => (
            <Pill
              key={one.id}
              role="listitem"
              size="lg"
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('rules.untell', { name: one.name }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => onChange({ ...action, told: told.filter(({ id }) => id !== one.id) })}
            >
              {nameOf(one)}
            </Pill>
          ))}
        </PillGroup>
      )}
      {told.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('rules.nobodyYet')}
        </Text>
      )}
    </Stack>
  );
}
