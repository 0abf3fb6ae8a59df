import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Provisioning } from '#account/app-types.ts';

interface WarningsProps {
  readonly warnings: Provisioning['warnings'];
}

/** What has stopped provisioning, or soon will. */
export function Warnings({ warnings }: WarningsProps) {
  const { t } = useTranslation();
  return warnings.map(({ kind, text, credentialId, userId }) => (
    <Alert
      key={kind + credentialId}
      role="status"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={t(`provisioning.warning.${kind}`)}
    >
      <Text lang="en">{text}</Text>
      <Group mt="xs">
        {userId !== undefined && (
          <Anchor component={Link} to={`/settings/users/${userId}`}>
            {t('provisioning.warning.toUser')}
          </Anchor>
        )}
        <Anchor component={Link} to="/settings/credentials">
          {t('provisioning.warning.toCredentials')}
        </Anchor>
      </Group>
    </Alert>
  ));
}
