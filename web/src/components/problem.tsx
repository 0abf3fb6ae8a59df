import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client.ts';

interface ProblemProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** What went wrong, in words, and a way on. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={t('problem.title')}
    >
      <Text>{problemText(error, t)}</Text>
      {requestId !== undefined && (
        <Text size="sm" mt="xs">
          {t('problem.requestId', { requestId })}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t('problem.retry')}
        </Button>
      )}
    </Alert>
  );
}

/** What no server said, by its code. */
type OwnText = `problem.${'offline' | 'passkeyKnown' | 'passkeyStopped'}`;
const OWN = new Map<string, OwnText>([
  ['offline', 'problem.offline'],
  ['passkey-known', 'problem.passkeyKnown'],
  ['passkey-stopped', 'problem.passkeyStopped'],
]);

/** One sentence: the server's own where it gave one. */
export function problemText(error: Error, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('problem.ours');
  const own = OWN.get(error.code);
  if (own !== undefined) return t(own);
  return error.message === '' ? t('problem.ours') : error.message;
}
