import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import { problemText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { Saver, SaveState } from './saver.ts';

interface SaveNoteProps {
  readonly state: SaveState;
  readonly saver: Saver;
}

/** Shows whether the changes are saved on the server. */
export function SaveNote({ state: { kind, error }, saver }: SaveNoteProps) {
  const { t } = useTranslation();
  const isFailed = kind === 'failed' || kind === 'stale' || kind === 'partly';
  const Picture = isFailed ? IconAlertTriangle : kind === 'saved' ? IconCloudCheck : IconCloudUp;
  const words = {
    saved: t('builder.save.saved'),
    partly: t('builder.save.partly'),
    waiting: t('builder.save.waiting'),
    saving: t('builder.save.saving'),
    failed: t('builder.save.failed'),
    stale: t('builder.save.failed'),
  };
  return (
    <Group gap={6} c={isFailed ? 'var(--mantine-color-error)' : 'dimmed'}>
      <Picture size={16} aria-hidden />
      {/* Screen readers announce failures only, not every save. */}
      <Text size="xs" {...(isFailed && { role: 'alert' })}>
        {words[kind]}
        {kind === 'failed' && error && `: ${problemText(error, t)}`}
      </Text>
      {kind === 'failed' && (
        <Anchor
          component="button"
          size="xs"
          onClick={() => void saver.flush().catch(() => undefined)}
        >
          {t('builder.save.retry')}
        </Anchor>
      )}
    </Group>
  );
}
