import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Page } from '#web/components/page.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Specimen } from '../specimen.tsx';
import { type GuideWords, useWords } from '../words.ts';

/** With everything, with a long title, and with the title alone. */
export function Headers() {
  const words = useWords();
  return (
    <>
      <Specimen label={words.states.full}>
        <Whole title={words.form} words={words} />
      </Specimen>
      <Specimen label={words.long}>
        <Whole title={words.long} words={words} />
      </Specimen>
      <Specimen label={words.plain}>
        <Page title={words.plain}>{undefined}</Page>
      </Specimen>
    </>
  );
}

function Whole({ title, words }: { readonly title: string; readonly words: GuideWords }) {
  return (
    <Page
      title={title}
      back={{ to: '/forms', label: words.back }}
      lead={words.nothingText}
      state={
        <StateBadge tone="green" icon={IconCircleCheck}>
          {words.status}
        </StateBadge>
      }
      actions={
        <Group gap="xs">
          <Button variant="default">{words.other}</Button>
          <Button>{words.action}</Button>
        </Group>
      }
    >
      {undefined}
    </Page>
  );
}
