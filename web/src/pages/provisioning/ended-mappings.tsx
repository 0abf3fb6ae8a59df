import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  dismissEnded,
  type EndedRoleMapping,
  type RoleMapping,
  replaceRoleMappings,
  roleMappingsQuery,
} from '#web/api/provisioning.ts';
import { Callout } from '#web/components/callout.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Sentence, SLOT } from '#web/components/sentence.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Tells which deleted groups took a role away, and offers to give it to the groups that have their names now. */
export function EndedMappings() {
  const { t } = useTranslation();
  const { data } = useQuery(roleMappingsQuery);
  if (data === undefined || data.ended.length === 0) return undefined;
  const title = data.ended.some(({ people }) => people > 0) ? 'endedTitle' : 'endedUnusedTitle';
  return (
    <Callout
      role="status"
      tone="red"
      icon={IconAlertTriangle}
      title={t(`provisioning.warning.${title}`)}
    >
      <Stack gap="md" mt="xs">
        {data.ended.map((each) => (
          <EndedMapping key={each.groupId} ended={each} mappings={data.items} />
        ))}
      </Stack>
    </Callout>
  );
}

interface EndedMappingProps {
  readonly ended: EndedRoleMapping;
  readonly mappings: readonly RoleMapping[];
}

function EndedMapping({ ended, mappings }: EndedMappingProps) {
  const { t } = useTranslation();
  const { groupId, groupName: name, newGroupId, credentialName, endedAt, people } = ended;
  const role = t(`users.roles.${ended.role}`);
  const back = useAct(
    (newId: string) => {
      const mapping = { groupId: newId, groupName: name, role: ended.role };
      return replaceRoleMappings([...mappings, mapping], mappings);
    },
    (changed) => {
      const word = changed === undefined ? 'givenBack' : 'rolesChanged';
      notifications.show({ message: t(`provisioning.warning.${word}`, { name, role }) });
    },
  );
  const dismissal = useAct(() => dismissEnded(groupId));
  const problem = back.problem ?? dismissal.problem;
  return (
    <div>
      <Text>
        <Sentence text={t('provisioning.warning.ended', { name, role, count: people, when: SLOT })}>
          <Time at={endedAt} />
        </Sentence>{' '}
        {credentialName !== undefined &&
          t('provisioning.warning.endedBy', { name: credentialName })}{' '}
        {newGroupId === undefined && t('provisioning.warning.waiting')}
      </Text>
      {problem && <Problem error={problem} />}
      <Group gap="xs" mt="xs">
        {newGroupId !== undefined && (
          <Button
            loading={back.isRunning}
            aria-label={t('provisioning.warning.giveBackOf', { name })}
            onClick={() => back.run(newGroupId)}
          >
            {t('provisioning.warning.giveBack')}
          </Button>
        )}
        <Button
          variant="default"
          loading={dismissal.isRunning}
          aria-label={t('provisioning.warning.dismissOf', { name })}
          onClick={() => dismissal.run(undefined)}
        >
          {t('common.dismiss')}
        </Button>
      </Group>
    </div>
  );
}
