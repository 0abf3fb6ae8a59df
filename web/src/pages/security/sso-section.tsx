import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ssoConnectionsQuery } from '../../api/account.ts';
import { Loading } from '../../components/loading.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';

/** The identity providers with which people sign in. */
export function SsoSection() {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery(ssoConnectionsQuery);
  return (
    <Section title={t('security.sso')} lead={t('security.ssoLead')}>
      {isPending && <Loading />}
      {error && <Problem error={error} />}
      {data?.items.length === 0 && <Text>{t('security.noSso')}</Text>}
      <List>
        {data?.items.map(({ id, name, issuer, enabled }) => (
          <List.Item key={id} className="wrap-anywhere">
            {`${name}, ${issuer}`}
            {!enabled && ` (${t('security.ssoOff')})`}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
