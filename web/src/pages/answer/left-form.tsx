import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clockText } from '#web/components/formats.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** How long somebody has to say that they are still there, where the device keeps nothing. */
const ANSWER_MS = 2 * 60_000;

interface LeftFormProps {
  readonly title: string;
  /** Somebody has asked to send it. */
  readonly isUnsent: boolean;
  /** Without an answer, a new form is begun. */
  readonly isGoingSoon: boolean;
  readonly onContinue: () => Promise<void>;
  readonly onStartOver: () => void;
}

/** Asks before answers are shown that somebody else may have typed. */
export function LeftForm({ title, isUnsent, isGoingSoon, onContinue, onStartOver }: LeftFormProps) {
  const { t, i18n } = useTranslation();
  const [until] = useState(() => Date.now() + ANSWER_MS);
  const [isBusy, setBusy] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  const leave = useEffectEvent(onStartOver);
  useEffect(() => text.current?.focus(), []);
  useEffect(() => {
    if (!isGoingSoon) return;
    const timer = setInterval(() => {
      if (Date.now() >= until) leave();
    }, 1000);
    return () => clearInterval(timer);
  }, [isGoingSoon, until]);
  const proceed = async () => {
    setBusy(true);
    if (isGoingSoon && Date.now() >= until) onStartOver();
    else await onContinue();
    setBusy(false);
  };
  const time = clockText(new Date(until), i18n.locale);
  return (
    <Front title={title}>
      <Stack>
        <Text ref={text} tabIndex={-1} role="status">
          {isUnsent
            ? t('answer.leftUnsent')
            : isGoingSoon
              ? t('answer.stillThere', { time })
              : t('answer.left')}
        </Text>
        <Group>
          <Button loading={isBusy} onClick={() => void proceed()}>
            {t(isUnsent ? 'answer.showAnswers' : 'answer.goOn')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={onStartOver}>
            {t(isUnsent ? 'answer.again' : 'answer.startOver')}
          </Button>
        </Group>
      </Stack>
    </Front>
  );
}
