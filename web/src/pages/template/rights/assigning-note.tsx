import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserShare } from '@tabler/icons-react';
import { giveRights } from '#web/api/template-design.ts';
import { Callout } from '#web/components/callout.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { cannotHandOn } from './cannot-hand-on.ts';
import { type RightsItem, rightsIn, useSubjectName } from './subject-name.ts';

interface AssigningNoteProps {
  readonly templateId: string;
  readonly items: readonly RightsItem[];
}

/** Names those who can assign only their own drafts, and lets each of them edit answers with one click. */
export function AssigningNote({ templateId, items }: AssigningNoteProps) {
  const { t } = useTranslation();
  const nameOf = useSubjectName();
  const { run, isRunning, problem } = useAct(
    async (item: RightsItem) => {
      await giveRights(templateId, item.subject, { ...rightsIn(item), edit: true });
      return item;
    },
    (item) => {
      notifications.show({ message: t('rights.assigning.done', { name: nameOf(item) }) });
    },
  );
  const named = cannotHandOn(items);
  if (named.length === 0) return null;
  return (
    <Callout tone="amber" icon={IconUserShare} title={t('rights.assigning.title')}>
      <Text>{t('rights.assigning.lead')}</Text>
      <Group gap="xs" mt="xs">
        {named.map((item) => (
          <Button
            key={item.subject}
            variant="default"
            disabled={isRunning}
            onClick={() => run(item)}
          >
            {t('rights.assigning.verb', { name: nameOf(item) })}
          </Button>
        ))}
      </Group>
      {problem && <Problem error={problem} title={t('problem.notDone')} />}
    </Callout>
  );
}
