import { Button, Container, Text } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';

/** In place of a page that could not be shown. */
export function FailedPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const retry = () => {
    reset(); // or what failed would be shown again without asking
    void router.invalidate();
  };
  return (
    <Container size="sm" py="xl" component="main">
      <Page title={t('problem.title')}>
        <Problem
          error={error instanceof Error ? error : new Error(String(error))}
          onRetry={retry}
        />
      </Page>
    </Container>
  );
}

export function MissingPage() {
  const { t } = useTranslation();
  return (
    <Container size="sm" py="xl" component="main">
      <Page title={t('problem.noPage')}>
        <Text>{t('problem.noPageHint')}</Text>
        <Button component={Link} to="/" w="fit-content">
          {t('problem.home')}
        </Button>
      </Page>
    </Container>
  );
}
