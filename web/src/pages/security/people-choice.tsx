import { Checkbox, type CheckboxGroupProps, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { ssoConnectionsQuery } from '../../api/account.ts';
import { credentialsQuery } from '../../api/credentials.ts';
import { useTranslation } from '../../texts.ts';

interface PeopleChoiceProps extends Omit<CheckboxGroupProps, 'children'> {
  /** Undefined for a new connection. */
  readonly connection: SsoConnection | undefined;
}

/**
 * Chooses the provisioning credentials whose users an identity provider signs in. Shown only if there is another
 * connection, or if some are chosen already.
 */
export function PeopleChoice({ connection, ...field }: PeopleChoiceProps) {
  const { t } = useTranslation();
  const connections = useQuery(ssoConnectionsQuery);
  const others = (connections.data?.items ?? []).filter(({ id }) => id !== connection?.id);
  const isAsked = others.length > 0 || (connection?.credentialIds.length ?? 0) > 0;
  const credentials = useQuery({ ...credentialsQuery, enabled: isAsked });
  if (!isAsked) return null;
  return (
    <Checkbox.Group label={t('sso.people')} description={t('sso.peopleHint')} {...field}>
      <Stack gap="xs" mt="xs">
        {(credentials.data?.items ?? []).map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
