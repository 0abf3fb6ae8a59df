import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AssignmentItem } from '#web/api/assignments.ts';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import type { List } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { beginWork } from './begin-work.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { Due } from './form-columns.tsx';

interface AssignedWorkProps {
  readonly list: List<AssignmentItem>;
}

/** Work that was sent to the person and has not begun, the most urgent first. */
export function AssignedWork({ list }: AssignedWorkProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('work.mine.title')}>
      <Stack gap="xs">
        {list.items.map((item) => (
          <Card key={item.id} item={item} />
        ))}
        <MoreButton list={list} />
      </Stack>
    </Section>
  );
}

function Card({ item }: { readonly item: AssignmentItem }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDeclining, setDeclining] = useState(false);
  const begin = useAct(
    () => beginWork(item),
    (id) => navigate({ to: '/forms/$id/fill', params: { id } }),
  );
  const { template, instructions, dueDate, sentBy, assignee, priority } = item;
  const name = template.name ?? t('work.deleted.Template');
  const from = sentBy.name ?? t('work.deleted.User');
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
          <Text fw={550} className="wrap-anywhere">
            {name}
            {priority === 'high' && (
              <IconFlag
                size={14}
                role="img"
                aria-label={t('work.high')}
                style={{ marginInlineStart: 6 }}
              />
            )}
          </Text>
          {dueDate !== null && (
            <Due form={{ status: 'draft', dueAt: dueDate, statusChangedAt: item.stateDate }} />
          )}
        </Group>
        {instructions !== null && (
          <Text
            size="sm"
            lineClamp={4}
            style={{ whiteSpace: 'pre-wrap' }}
            className="wrap-anywhere"
          >
            {instructions}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('work.mine.from', { name: from })}
          {assignee.type === 'Group' &&
            ` · ${t('work.mine.forGroup', { name: assignee.name ?? t('work.deleted.Group') })}`}
        </Text>
        {begin.problem && <Problem error={begin.problem} />}
        <Group gap="xs">
          <Button
            size="compact-md"
            loading={begin.isRunning}
            onClick={() => begin.run(undefined)}
            aria-label={t('work.mine.beginOf', { name })}
          >
            {t('work.mine.begin')}
          </Button>
          {assignee.type === 'User' && (
            <Button size="compact-md" variant="default" onClick={() => setDeclining(true)}>
              {t('work.mine.decline')}
            </Button>
          )}
        </Group>
      </Stack>
      {isDeclining && (
        <DeclineDialog id={item.id} name={name} from={from} onClose={() => setDeclining(false)} />
      )}
    </Paper>
  );
}
