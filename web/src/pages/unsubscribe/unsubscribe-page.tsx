// A link in a mail leads here, without a sign-in. Nothing changes before the button is pressed, because programs that check
// mails open their links too.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { endMailsOfKind } from '#web/api/unsubscribe.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useSearchText } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Ends mails of a kind for whoever has the mail. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  const key = new URLSearchParams(useSearchText()).get('key') ?? '';
  const [isDone, setDone] = useState(false);
  const act = useAct(endMailsOfKind, () => setDone(true));
  return (
    <Front
      title={t(isDone ? 'unsubscribe.doneTitle' : 'unsubscribe.title')}
      lead={t(isDone ? 'unsubscribe.done' : 'unsubscribe.lead')}
    >
      <Stack>
        {act.problem && <Problem error={act.problem} />}
        {!isDone && (
          <Button loading={act.isRunning} onClick={() => act.run(key)}>
            {t('unsubscribe.submit')}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          <Anchor href="/notices/settings" inherit>
            {t('unsubscribe.settings')}
          </Anchor>
        </Text>
      </Stack>
    </Front>
  );
}
