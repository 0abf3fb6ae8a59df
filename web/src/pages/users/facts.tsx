import { IconAlertTriangle } from '@tabler/icons-react';
import type { UserDetail } from '#administration/app-types.ts';
import { CopyId } from '#web/components/copy-id.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { Origin } from '#web/people/user-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The facts about a user that cannot be edited here. */
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
        { name: t('users.id'), value: <CopyId name={t('users.id')} id={user.id} /> },
        ...(externalId === undefined
          ? []
          : [
              {
                name: t('users.externalId'),
                value: <CopyId name={t('users.externalId')} id={externalId} />,
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
