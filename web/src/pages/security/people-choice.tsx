import { Checkbox, type CheckboxGroupProps, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Credential } from '#administration/app-types.ts';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { ssoConnectionsQuery } from '#web/api/account.ts';
import { CREDENTIALS } from '#web/api/credentials.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface PeopleChoiceProps extends Omit<CheckboxGroupProps, 'children'> {
  /** Undefined for a new connection. */
  readonly connection: SsoConnection | undefined;
}

/**
 * Chooses the provisioning credentials whose users an identity provider signs in. Shown only if there is another
 * connection, or if some are chosen already.
 */
export function PeopleChoice({ connection, ...field }: PeopleChoiceProps) {
  const connections = useQuery(ssoConnectionsQuery);
  const others = (connections.data?.items ?? []).filter(({ id }) => id !== connection?.id);
  const isAsked = others.length > 0 || (connection?.credentialIds.length ?? 0) > 0;
  return isAsked && <Credentials {...field} />;
}

function Credentials(field: Omit<CheckboxGroupProps, 'children'>) {
  const { t } = useTranslation();
  const list = useList<Credential>(CREDENTIALS);
  return (
    <Checkbox.Group label={t('sso.people')} description={t('sso.peopleHint')} {...field}>
      <Stack gap="xs" mt="xs">
        {list.items.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
        <MoreButton list={list} />
      </Stack>
    </Checkbox.Group>
  );
}
