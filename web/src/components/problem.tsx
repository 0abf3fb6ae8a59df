import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/client.ts';
import { type TFunction, texts, textsIn, useTranslation } from '../texts.ts';

interface ProblemProps {
  readonly error: Error;
  /** Names what failed; left out: loading, where it can be tried again, else an action. */
  readonly title?: string | undefined;
  readonly onRetry?: () => void;
}

/** What went wrong, in words, and a way on. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  // In English the service names it in its sentence.
  const place = error instanceof ApiError && !isServersLanguage() ? error.at : undefined;
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={title ?? t(onRetry === undefined ? 'problem.notDone' : 'problem.notLoaded')}
    >
      <Text>{problemText(error, t)}</Text>
      {place !== undefined && (
        <Text size="sm" mt="xs">
          {t('problem.place', { place })}
        </Text>
      )}
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
type OwnText = `problem.${'offline' | 'awayTooLong' | 'passkeyKnown' | 'passkeyStopped'}`;
const OWN = new Map<string, OwnText>([
  ['offline', 'problem.offline'],
  ['away-too-long', 'problem.awayTooLong'],
  ['passkey-known', 'problem.passkeyKnown'],
  ['passkey-stopped', 'problem.passkeyStopped'],
]);

/** One sentence, in the language of the page. */
export function problemText(error: Error, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('problem.ours');
  const own = OWN.get(error.code);
  if (own !== undefined) return t(own);
  return refusalText({ code: error.code, text: error.message, limit: error.members['limit'] }, t);
}

interface SaidRefusal {
  readonly code: string;
  /** The sentence of the service, which is English; empty when it gave none. */
  readonly text: string;
  /** How much is possible, where that is what was passed. */
  readonly limit?: unknown;
}

/** What the service refused: its own sentence on English pages, else the words for its code. */
export function refusalText({ code, text, limit }: SaidRefusal, t: TFunction): string {
  if (text !== '' && isServersLanguage()) return text;
  const words = textsIn('errors', { limit: typeof limit === 'number' ? limit : 0 });
  const exact = typeof limit === 'number' ? words.get(`${code}/limit`) : undefined;
  return exact ?? words.get(code) ?? t('problem.ours');
}

const isServersLanguage = (): boolean => texts.language === 'en';
