import { Button, Text } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/**
 * Shows a screen only to people with its role. The server refuses everybody else anyway; this keeps a screen whose
 * buttons would all fail from people who just lost the role or open an old link.
 */
export function ForRole({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  const needed = useMatches({ select: (matches) => matches.at(-1)?.staticData.role });
  const isForThem = needed === undefined || role === 'admin' || role === needed;
  if (isForThem) return children;
  return (
    <Page title={t('role.title')}>
      <Text>{t(`role.${needed}`)}</Text>
      <Button component={Link} to="/" w="fit-content">
        {t('problem.home')}
      </Button>
    </Page>
  );
}
