import { Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AlertList } from '#administration/app-types.ts';
import { alertsQuery } from '#web/api/alerts.ts';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './alerts.module.css';

type AlertItem = AlertList['items'][number];

/** Shows admins what is wrong, since when, and where to solve it. Shows nothing while there are no alerts. */
export function Alerts() {
  const { t } = useTranslation();
  const { data } = useQuery(alertsQuery);
  if (data === undefined || data.items.length === 0) return undefined;
  return (
    <section
      aria-label={t('alerts.title')}
      className={classes['alerts']}
      data-urgent={data.items.some(isUrgent)}
    >
      <Text size="xs" fw={550} aria-hidden>
        {t('alerts.title')}
      </Text>
      <ul className={classes['list']}>
        {data.items.map((alert) => (
          <li key={alert.id}>
            <IconAlertTriangle
              size={18}
              aria-hidden
              className={classes['icon']}
              data-urgent={isUrgent(alert)}
            />
            <AlertText alert={alert} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const URGENT: ReadonlySet<AlertItem['kind']> = new Set([
  'mail-fails',
  'provisioning-fails',
  'roles-lost',
]);

/**
 * Returns whether people or programs are cut off now. Other alerts can wait until tomorrow: people go on signing in by
 * SAML after the certificate of their identity provider has expired.
 */
const isUrgent = (alert: AlertItem): boolean =>
  URGENT.has(alert.kind) || (isOver(alert) && alert.kind !== 'sign-in-certificate-ends');

const isOver = ({ endsAt }: AlertItem): boolean =>
  endsAt !== undefined && Date.parse(endsAt) <= Date.now();

function AlertText({ alert }: { readonly alert: AlertItem }) {
  const { t } = useTranslation();
  const { kind, name = '', reason = '', since, endsAt, path } = alert;
  const [page = '/', part = ''] = path.split('#');
  const at = endsAt ?? since;
  const word = isOver(alert) ? 'ended' : endsAt === undefined ? 'since' : 'ends';
  return (
    <>
      <Text className="wrap-anywhere">
        {t(`alerts.${kind}`, { name, reason })}{' '}
        {at !== undefined && (
          <span className={classes['time']}>
            {t(`alerts.${word}`)} <Time at={at} />
          </span>
        )}
      </Text>
      {kind !== 'certificate-ends' && (
        <Anchor component={Link} to={page} hash={part}>
          {t(`alerts.mend.${kind}`)}
        </Anchor>
      )}
    </>
  );
}
