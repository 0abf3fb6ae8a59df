import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { SharedList } from '#shared-lists/app-types.ts';
import { changeSharedList } from '#web/api/shared-lists.ts';
import { Problem } from '#web/components/problem.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAct } from '#web/components/use-act.ts';
import { GroupPicker } from '#web/lists/group-picker.tsx';
import { useTranslation } from '#web/texts/texts.ts';

type Grant = NonNullable<SharedList['grants']>[number];

const grantsOf = ({ grants = [] }: SharedList): readonly Grant[] => grants;

/** Who may use the list, and who may manage it. */
export function AccessTab({ list }: { readonly list: SharedList }) {
  const { t } = useTranslation();
  /** The list that the chosen rights are a change of. A newer one is adopted while nothing is unsaved. */
  const [base, setBase] = useState(list);
  const [grants, setGrants] = useState(grantsOf(list));
  const isDirty = JSON.stringify(grants) !== JSON.stringify(grantsOf(base));
  useUnsaved(isDirty);
  const save = useAct(
    async () => ({
      sent: grants,
      saved: await changeSharedList(list.id, {
        revision: base.revision,
        grants: grants.map(({ type, id, manage }) => ({ type, id, manage })),
      }),
    }),
    ({ sent, saved }) => {
      setBase(saved);
      if (grants === sent) setGrants(grantsOf(saved));
      notifications.show({ message: t('sharedLists.accessSaved') });
    },
  );
  useEffect(() => {
    if (isDirty || save.isRunning || list.revision <= base.revision) return;
    setBase(list);
    setGrants(grantsOf(list));
  }, [isDirty, save.isRunning, list, base]);
  const has = (id: string) => grants.some((grant) => grant.id === id);
  const without = (id: string) => grants.filter((grant) => grant.id !== id);
  const setRole = (id: 'everyone' | 'designers', manage: boolean, isOn: boolean) =>
    setGrants(isOn ? [...without(id), { type: 'Role', id, manage }] : without(id));
  return (
    <Stack maw="40rem">
      <Text c="dimmed">{t('sharedLists.accessLead')}</Text>
      <Checkbox
        label={t('sharedLists.everyone')}
        checked={has('everyone')}
        onChange={({ currentTarget }) => setRole('everyone', false, currentTarget.checked)}
      />
      <Checkbox
        label={t('sharedLists.designers')}
        checked={has('designers')}
        onChange={({ currentTarget }) => setRole('designers', true, currentTarget.checked)}
      />
      {grants
        .filter(({ type }) => type !== 'Role')
        .map((grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            onChange={(changed) =>
              setGrants(grants.map((each) => (each.id === grant.id ? changed : each)))
            }
            onRemove={() => setGrants(without(grant.id))}
          />
        ))}
      <GroupPicker
        label={t('sharedLists.addGroup')}
        without={grants.map(({ id }) => id)}
        onPick={({ id, name }) =>
          setGrants([...grants, { type: 'Group', id, name, manage: false }])
        }
      />
      {save.problem && <Problem error={save.problem} />}
      <Group>
        <Button disabled={!isDirty} loading={save.isRunning} onClick={() => save.run(undefined)}>
          {t('sharedLists.save')}
        </Button>
      </Group>
    </Stack>
  );
}

interface GrantRowProps {
  readonly grant: Grant;
  readonly onChange: (grant: Grant) => void;
  readonly onRemove: () => void;
}

function GrantRow({ grant, onChange, onRemove }: GrantRowProps) {
  const { t } = useTranslation();
  const { name = t('sharedLists.gone') } = grant;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text flex={1} className="wrap-anywhere">
        {name}
      </Text>
      <NativeSelect
        aria-label={t('sharedLists.rightOf', { name })}
        value={grant.manage ? 'manage' : 'use'}
        data={[
          { value: 'use', label: t('sharedLists.mayUse') },
          { value: 'manage', label: t('sharedLists.mayManage') },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...grant, manage: currentTarget.value === 'manage' })
        }
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('sharedLists.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
