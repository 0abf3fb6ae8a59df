import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AlertList } from '#administration/app-types.ts';
import { alertsQuery } from '../../api/alerts.ts';
import { Time } from '../../components/time.tsx';

type AlertItem = AlertList['items'][number];

/** For admins: what is wrong, since when, and where it is mended. Nothing while all is well. */
export function Alerts() {
  const { t } = useTranslation();
  const { data } = useQuery(alertsQuery);
  if (data === undefined || data.items.length === 0) return undefined;
  return (
    <Alert
      role="region"
      aria-label={t('alerts.title')}
      variant="outline"
      color="red"
      mb="md"
      icon={<IconAlertTriangle />}
      title={t('alerts.title')}
    >
      <List spacing="xs" listStyleType="none">
        {data.items.map((alert) => (
          <List.Item key={alert.id}>
            <AlertText alert={alert} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function AlertText({ alert }: { readonly alert: AlertItem }) {
  const { t } = useTranslation();
  const { kind, name = '', reason = '', since, endsAt, path } = alert;
  const at = endsAt ?? since;
  const isOver = endsAt !== undefined && Date.parse(endsAt) <= Date.now();
  return (
    <>
      <Text className="wrap-anywhere">
        {t(`alerts.${kind}`, { name, reason })}{' '}
        {at !== undefined && (
          <Text span c="dimmed" size="sm">
            {t(endsAt === undefined ? 'alerts.since' : isOver ? 'alerts.ended' : 'alerts.ends')}{' '}
            <Time at={at} />
          </Text>
        )}
      </Text>
      {kind !== 'certificate-ends' && (
        <Anchor component={Link} to={path} size="sm">
          {t(`alerts.mend.${kind}`)}
        </Anchor>
      )}
    </>
  );
}
