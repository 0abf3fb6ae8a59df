import { Alert, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconInfoCircle, IconKey } from '@tabler/icons-react';
import { Callout } from '#web/components/callout.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Problem } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Sentence, SLOT } from '#web/components/sentence.tsx';
import { OFFLINE, REJECTED } from '../sample-data.ts';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const FAILED = { isPending: false, error: OFFLINE, refetch: async () => undefined };

/** What is said beside the content: notes in their tones, what failed, and what is done. */
export function Alerts() {
  const words = useWords();
  return (
    <>
      <Callout tone="amber" icon={IconKey} title={words.callout}>
        {words.calloutText}
      </Callout>
      <Callout tone="blue" icon={IconInfoCircle} title={words.nothing}>
        <Sentence text={words.sentence.replace('{{link}}', SLOT)}>
          <LinkAnchor to="/templates">{words.link}</LinkAnchor>
        </Sentence>
      </Callout>
      <Callout tone="red" icon={IconAlertTriangle} title={words.refused} />
      <Alert color="harbour" title={words.callout}>
        {words.calloutText}
      </Alert>
      <Specimen label={words.offline}>
        <Problem error={OFFLINE} onRetry={() => undefined} />
      </Specimen>
      <Specimen label={words.rejected}>
        <Problem error={REJECTED} title={words.refused} />
      </Specimen>
      <Specimen label={words.states.failed}>
        <QueryState query={FAILED} what={words.form} />
      </Specimen>
      <div>
        <Button
          variant="default"
          onClick={() => notifications.show({ message: words.completed, autoClose: false })}
        >
          {words.completed}
        </Button>
      </div>
    </>
  );
}
