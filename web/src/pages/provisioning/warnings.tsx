import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Provisioning } from '#provisioning/app-types.ts';
import { Callout } from '#web/components/callout.tsx';
import { Sentence, SLOT } from '#web/components/sentence.tsx';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface WarningsProps {
  readonly warnings: Provisioning['warnings'];
}

/** Shows what has stopped provisioning, or soon will. */
export function Warnings({ warnings }: WarningsProps) {
  const { t } = useTranslation();
  return warnings.map((warning) => (
    <Callout
      key={warning.kind + warning.credentialId}
      role="status"
      tone={warning.endsAt === undefined ? 'red' : 'amber'}
      icon={IconAlertTriangle}
      title={t(`provisioning.warning.${warning.kind}`)}
    >
      <Text>
        <WarningText warning={warning} />
      </Text>
      <Group mt="xs">
        {warning.userId !== undefined && (
          <Anchor component={Link} to={`/settings/users/${warning.userId}`}>
            {t('provisioning.warning.toUser')}
          </Anchor>
        )}
        <Anchor component={Link} to="/settings/credentials">
          {t('provisioning.warning.toCredentials')}
        </Anchor>
      </Group>
    </Callout>
  ));
}

function WarningText({ warning }: { readonly warning: Provisioning['warnings'][number] }) {
  const { t } = useTranslation();
  const { kind, credentialName: name, userName: who = '', endsAt } = warning;
  if (kind === 'acting-user-inactive') return t('provisioning.warning.inactive', { who, name });
  if (endsAt === undefined) return t('provisioning.warning.tokenEnded', { name });
  return (
    <Sentence text={t('provisioning.warning.ends', { name, when: SLOT })}>
      <Time at={endsAt} />
    </Sentence>
  );
}
