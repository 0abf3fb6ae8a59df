import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/client.ts';
import { type TFunction, texts, textsIn, useTranslation } from '../texts.ts';

interface ProblemProps {
  readonly error: Error;
  /** Says what failed; undefined: loading, if it can be tried again, else an action. */
  readonly title?: string | undefined;
  readonly onRetry?: () => void;
}

/** Shows an error in words, and a button to try again. */
export function Problem({ error, title, onRetry }: ProblemProps) {
  const { t } = useTranslation();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  // The server's English sentence already names the member.
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

/** Texts for errors that come from the app and not from the server, by code. */
type OwnText = `problem.${'offline' | 'awayTooLong' | 'passkeyKnown' | 'passkeyStopped'}`;
const OWN = new Map<string, OwnText>([
  ['offline', 'problem.offline'],
  ['away-too-long', 'problem.awayTooLong'],
  ['passkey-known', 'problem.passkeyKnown'],
  ['passkey-stopped', 'problem.passkeyStopped'],
]);

/** Returns the error as one sentence in the language of the screen. */
export function problemText(error: Error, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('problem.ours');
  const own = OWN.get(error.code);
  if (own !== undefined) return t(own);
  return refusalText({ code: error.code, text: error.message, limit: error.members['limit'] }, t);
}

interface SaidRefusal {
  readonly code: string;
  /** The server's sentence in English; empty when it gave none. */
  readonly text: string;
  /** The bound that was exceeded, where the refusal is about one. */
  readonly limit?: unknown;
}

/** Returns the reason of a refusal: the server's own sentence in English, else the translated text for its code. */
export function refusalText({ code, text, limit }: SaidRefusal, t: TFunction): string {
  if (text !== '' && isServersLanguage()) return text;
  const words = textsIn('errors', { limit: typeof limit === 'number' ? limit : 0 });
  const exact = typeof limit === 'number' ? words.get(`${code}/limit`) : undefined;
  return exact ?? words.get(code) ?? t('problem.ours');
}

const isServersLanguage = (): boolean => texts.language === 'en';
