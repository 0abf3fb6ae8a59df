import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#administration/app-types.ts';
import { FactList } from '../../components/fact-list.tsx';
import { Time } from '../../components/time.tsx';

/** What nobody changes by hand. */
export function Facts({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const { lastSignInAt } = user;
  return (
    <FactList
      facts={[
        { name: t('users.id'), value: user.id },
        { name: t('users.externalId'), value: user.externalId ?? t('users.none') },
        { name: t('users.createdAt'), value: <Time at={user.createdAt} /> },
        { name: t('users.updatedAt'), value: <Time at={user.updatedAt} /> },
        {
          name: t('users.lastSignIn'),
          value: lastSignInAt === undefined ? t('users.never') : <Time at={lastSignInAt} />,
        },
        {
          name: t('users.password'),
          value: t(user.hasPassword ? 'users.hasPassword' : 'users.noPassword'),
        },
        { name: t('secondFactor.title'), value: <SecondFactorFact user={user} /> },
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
    <>
      {t('secondFactor.noneButAsked')} <Time at={secondFactorFrom} />
    </>
  );
}
