import { Box, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#account/app-types.ts';
import { Time } from '../../components/time.tsx';

/** What nobody changes by hand. */
export function Facts({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('users.id'), user.id],
    [t('users.externalId'), user.externalId ?? t('users.none')],
    [t('users.createdAt'), <Time key="created" at={user.createdAt} />],
    [t('users.updatedAt'), <Time key="updated" at={user.updatedAt} />],
    [
      t('users.lastSignIn'),
      user.lastSignInAt === undefined ? (
        t('users.never')
      ) : (
        <Time key="signed-in" at={user.lastSignInAt} />
      ),
    ],
    [t('users.password'), t(user.hasPassword ? 'users.hasPassword' : 'users.noPassword')],
  ];
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} m={0}>
      {facts.map(([name, value]) => (
        <Box key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} className="wrap-anywhere">
            {value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}
