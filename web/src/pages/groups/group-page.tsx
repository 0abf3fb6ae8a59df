// An identity provider decides on its own groups, and admins on all others. This page shows which kind a group is, and
// offers only what is possible.
import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { GroupDetail, GroupMember } from '#administration/app-types.ts';
import { addMember, deleteGroup, groupQuery, membersOf } from '#web/api/groups.ts';
import { Callout } from '#web/components/callout.tsx';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { CopyId } from '#web/components/copy-id.tsx';
import { Detail } from '#web/components/detail.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { late } from '#web/components/late.ts';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { UserPicker } from '#web/lists/user-picker.tsx';
import { Origin } from '#web/people/user-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { MemberCount } from './group-columns.tsx';
import { GroupConsequences } from './group-consequences.tsx';
import { useMemberColumns } from './member-columns.tsx';
import { NameGroup } from './name-group.tsx';

const RulesNaming = late(() => import('#web/templates/rules-naming.tsx'), 'RulesNaming', ['rules']);
const ReviewsOf = late(() => import('#web/people/reviews-of.tsx'), 'ReviewsOf', ['reviews']);

const route = getRouteApi('/signed-in/settings/groups/$id');

export function GroupPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data: group } = useSuspenseQuery(groupQuery(id));
  const members = useList<GroupMember>(membersOf(id));
  const [isRenaming, setRenaming] = useState(false);
  const adding = useAct((userId: string) => addMember(id, userId));
  const canChangeMembers = !group.locked.includes('members');
  const columns = useMemberColumns(id, canChangeMembers);
  return (
    <Page
      title={group.displayName}
      back={{ to: '/settings/groups', label: t('groups.title') }}
      actions={
        <Group gap="xs">
          {!group.locked.includes('displayName') && (
            <Button variant="default" onClick={() => setRenaming(true)}>
              {t('groups.rename')}
            </Button>
          )}
          <DeleteButton group={group} />
        </Group>
      }
    >
      <Detail aside={<GroupFacts group={group} />}>
        {group.locked.length > 0 && (
          <Callout tone="blue" icon={IconLock} title={t('users.lockedTitle')}>
            {t('groups.lockedHint')}
          </Callout>
        )}
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('groups.members')}
          </Title>
          {canChangeMembers && (
            <UserPicker
              label={t('groups.add')}
              onChange={(userId) => {
                if (userId !== '') adding.run(userId);
              }}
            />
          )}
          {adding.problem && <Problem error={adding.problem} />}
          <ListView
            list={members}
            label={t('groups.members')}
            columns={columns}
            idOf={(member) => member.id}
            empty={<EmptyState icon={IconUsers} title={t('groups.noMembers')} />}
          />
        </Stack>
      </Detail>
      {isRenaming && <NameGroup group={group} onClose={() => setRenaming(false)} />}
    </Page>
  );
}

function GroupFacts({ group }: { readonly group: GroupDetail }) {
  const { t } = useTranslation();
  return (
    <FactList
      facts={[
        { name: t('users.origin'), value: <Origin origin={group.origin} /> },
        ...(group.role === undefined
          ? []
          : [{ name: t('groups.givesRole'), value: t(`users.roles.${group.role}`) }]),
        { name: t('groups.members'), value: <MemberCount group={group} /> },
        { name: t('users.createdAt'), value: <Time at={group.createdAt} /> },
        { name: t('users.updatedAt'), value: <Time at={group.updatedAt} /> },
        { name: t('users.id'), value: <CopyId name={t('users.id')} id={group.id} /> },
      ]}
    />
  );
}

function DeleteButton({
  group: { id, displayName, role, reviews, series },
}: {
  readonly group: GroupDetail;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <ConsentButton
      label={t('groups.delete')}
      title={t('groups.deleteTitle', { name: displayName })}
      verb={t('groups.delete')}
      act={() => deleteGroup(id)}
      onDone={() => void navigate({ to: '/settings/groups', ignoreBlocker: true })}
    >
      <Text>{t('groups.deleteLead')}</Text>
      <GroupConsequences id={id} />
      {series > 0 && <Text>{t('groups.seriesFail', { count: series })}</Text>}
      <Suspense>
        <RulesNaming id={id} />
      </Suspense>
      {reviews.named.length > 0 && (
        <List>
          <Suspense>
            <ReviewsOf reviews={reviews} />
          </Suspense>
        </List>
      )}
      {role !== undefined && (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('groups.deleteRoleTitle')}>
          {t('groups.deleteRole', { role: t(`users.roles.${role}`) })}
        </Alert>
      )}
    </ConsentButton>
  );
}
