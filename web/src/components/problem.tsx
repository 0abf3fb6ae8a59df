import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '#web/api/client.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { type TFunction, texts, textsIn, useTranslation } from '#web/texts/texts.ts';
import { sizeText } from './size-text.ts';

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
  return refusalText({ code: error.code, text: error.message, members: error.members }, t);
}

interface SaidRefusal {
  readonly code: string;
  /** The server's sentence in English; empty when it gave none. */
  readonly text: string;
  /** The members of the problem document, which the words for its code or reason are filled with. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the text of a refusal: the server's own sentence in English, else the translated words for its reason or code.
 */
export function refusalText({ code, text, members = {} }: SaidRefusal, t: TFunction): string {
  if (text !== '' && isServersLanguage()) return text;
  const shown = shownMembers(members);
  const { reason, limit } = members;
  if (typeof reason === 'string') {
    const words = textsIn('errorReasons', shown).get(reason);
    if (words !== undefined) return words;
  }
  const words = textsIn('errors', shown);
  const exact = typeof limit === 'number' ? words.get(`${code}/limit`) : undefined;
  return exact ?? words.get(code) ?? t('problem.ours');
}

/** Returns the numbers and names of an answer; amounts of bytes also as people read them. */
function shownMembers(members: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const { limit, used } = members;
  const isShown = (entry: [string, unknown]): entry is [string, string | number] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'number';
  return {
    ...Object.fromEntries(Object.entries(members).filter(isShown)),
    ...(typeof limit === 'number' && { limitSize: sizeText(limit, shownLanguage()) }),
    ...(typeof used === 'number' && { usedSize: sizeText(used, shownLanguage()) }),
  };
}

const isServersLanguage = (): boolean => texts.language === 'en';
