import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { loadTexts } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';

export interface ScreenProps<Q> {
  readonly question: Q;
}

/** A screen that is loaded when a form first shows it. */
export interface LaterScreen<Q> {
  readonly load: () => Promise<ComponentType<ScreenProps<Q>>>;
  /** Set once it is loaded, for all questions. */
  loaded?: ComponentType<ScreenProps<Q>>;
}

interface LaterProps<Q> extends ScreenProps<Q> {
  readonly screen: LaterScreen<Q>;
}

/**
 * Shows a question with its screen. When that cannot be loaded, only its own question says so, and the rest of the form
 * stays usable.
 */
export function Later<Q>({ question, screen }: LaterProps<Q>) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(
    screen.loaded === undefined ? 'loading' : 'ready',
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: 'ready' | 'failed') => {
      if (isCurrent) setState(next);
    };
    Promise.all([screen.load(), loadTexts(['kinds'])]).then(
      ([loaded]) => {
        screen.loaded = loaded;
        settle('ready');
      },
      () => settle('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt, screen]);
  if (state === 'ready' && screen.loaded !== undefined) {
    const Screen = screen.loaded;
    return <Screen question={question} />;
  }
  if (state === 'loading') return <Skeleton h={84} aria-busy />;
  return (
    <Alert role="alert" color="red" variant="outline" title={t('survey.notLoaded.title')}>
      <Stack gap="xs" align="start">
        {t('survey.notLoaded.hint')}
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setState('loading');
            setAttempt(attempt + 1);
          }}
        >
          {t('survey.notLoaded.again')}
        </Button>
      </Stack>
    </Alert>
  );
}
