import { Button, Container, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ApiError } from '#web/api/client.ts';
import { Page } from '#web/components/page.tsx';
import { problemText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Shown instead of a screen that failed to render or load. */
export function FailedPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const queryClient = useQueryClient();
  const retry = () => {
    // Otherwise the same error would be shown again without another request. The library's own way is a flag that any
    // query clears that starts at that moment, such as a late one of the navigation.
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    void router.invalidate();
  };
  const failure: unknown = error;
  const problem = failure instanceof Error ? failure : new Error(String(failure));
  const requestId = problem instanceof ApiError ? problem.requestId : undefined;
  return (
    <Container size="xs" py="15vh" component="main">
      <Page title={t('problem.notOpened')}>
        <Text role="alert">{problemText(problem, t)}</Text>
        {requestId !== undefined && (
          <Text size="sm" c="dimmed">
            {t('problem.requestId', { requestId })}
          </Text>
        )}
        <Group mt="xs">
          <Button onClick={retry}>{t('problem.retry')}</Button>
          <Button component={Link} to="/" variant="default">
            {t('problem.home')}
          </Button>
        </Group>
      </Page>
    </Container>
  );
}

export function MissingPage() {
  const { t } = useTranslation();
  return (
    <Container size="xs" py="15vh" component="main">
      <Page title={t('problem.noPage')}>
        <Text>{t('problem.noPageHint')}</Text>
        <Button component={Link} to="/" w="fit-content" mt="xs">
          {t('problem.home')}
        </Button>
      </Page>
    </Container>
  );
}
