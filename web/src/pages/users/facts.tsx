import { IconAlertTriangle } from '@tabler/icons-react';
import type { UserDetail } from '#administration/app-types.ts';
import { Copyable } from '../../components/copyable.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useTranslation } from '../../texts.ts';
import { Origin } from './user-columns.tsx';

/** What nobody changes by hand. */
export function Facts({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const { lastSignInAt, externalId } = user;
  return (
    <FactList
      facts={[
        { name: t('users.origin'), value: <Origin origin={user.origin} /> },
        {
          name: t('users.lastSignIn'),
          value: lastSignInAt === undefined ? t('users.never') : <Time at={lastSignInAt} />,
        },
        {
          name: t('users.password'),
          value: t(user.hasPassword ? 'users.hasPassword' : 'users.noPassword'),
        },
        { name: t('secondFactor.title'), value: <SecondFactorFact user={user} /> },
        { name: t('users.createdAt'), value: <Time at={user.createdAt} /> },
        { name: t('users.updatedAt'), value: <Time at={user.updatedAt} /> },
        { name: t('users.id'), value: <Copyable name={t('users.id')} text={user.id} /> },
        ...(externalId === undefined
          ? []
          : [
              {
                name: t('users.externalId'),
                value: <Copyable name={t('users.externalId')} text={externalId} />,
              },
            ]),
      ]}
    />
  );
}

function SecondFactorFact({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const { hasApp, passkeys, secondFactorFrom } = user;
  const has = [
    ...(hasApp ? [t('secondFactor.app')] : []),
    ...(passkeys > 0 ? [t('passkeys.title')] : []),
  ];
  if (has.length > 0) return <>{has.join(', ')}</>;
  if (secondFactorFrom === undefined) return <>{t('secondFactor.none')}</>;
  return (
    <StateBadge tone="amber" icon={IconAlertTriangle}>
      {t('secondFactor.noneButAsked')} <Time at={secondFactorFrom} />
    </StateBadge>
  );
}
