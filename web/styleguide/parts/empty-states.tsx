import { Button } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { Checklist } from '#web/components/checklist.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { useWords } from '../words.ts';

/** Where there is nothing yet, and the first steps. */
export function EmptyStates() {
  const words = useWords();
  return (
    <>
      <EmptyState icon={IconForms} title={words.nothing} text={words.nothingText}>
        <Button>{words.nothingAct}</Button>
        <LinkAnchor to="/templates">{words.link}</LinkAnchor>
      </EmptyState>
      <Checklist
        label={words.steps}
        items={[
          {
            id: 'connect',
            label: words.stepDone,
            hint: words.stepDoneHint,
            link: { to: '/settings/provisioning' },
            isDone: true,
          },
          {
            id: 'template',
            label: words.step,
            hint: words.stepHint,
            link: { to: '/templates/new' },
            isDone: false,
          },
        ]}
      />
    </>
  );
}
