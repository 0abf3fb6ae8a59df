import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDeviceMobileCheck, IconFlag } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AssignmentItem } from '#web/api/assignments.ts';
import { useSession } from '#web/api/session.ts';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import type { List } from '#web/lists/use-list.ts';
import { type Device, personIn } from '#web/offline/device.ts';
import { useKept } from '#web/offline/use-device.ts';
import { keptWork } from '#web/offline/work-store.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { beginWork } from './begin-work.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { Due } from './form-columns.tsx';

interface AssignedWorkProps {
  readonly list: List<AssignmentItem>;
  /** The server cannot be reached: what this device keeps is shown. */
  readonly isOff: boolean;
}

/** Work that was sent to the person and has not begun, the most urgent first. */
export function AssignedWork({ list, isOff }: AssignedWorkProps) {
  const { t } = useTranslation();
  const { data: here } = useKept(['work'], workHere);
  const items = isOff ? (here?.work ?? []) : list.items;
  // The server does not know yet what was begun here without a network.
  const open = items.filter(({ id }) => here?.begun.includes(id) !== true);
  if (open.length === 0) return undefined;
  const ready = new Set(here?.work.map(({ id }) => id));
  return (
    <Section title={t('work.mine.title')}>
      <Stack gap="xs">
        {open.map((item) => (
          <Card key={item.id} item={item} isReady={ready.has(item.id)} isOff={isOff} />
        ))}
        {!isOff && <MoreButton list={list} />}
      </Stack>
    </Section>
  );
}

/** Returns the work that this device keeps, and the ids of that which has begun here. */
async function workHere({ person, store }: Device) {
  const work = (await keptWork(person)).map(({ item }) => item);
  const begun = (await store.drafts()).flatMap(({ assignmentId }) => assignmentId ?? []);
  return { work: work.toSorted(byUrgency), begun };
}

/** Texts of the server follow one another as the times do. */
const byUrgency = ({ dueDate: a }: AssignmentItem, { dueDate: b }: AssignmentItem): number =>
  (a ?? '~') < (b ?? '~') ? -1 : 1;

interface CardProps extends Pick<AssignedWorkProps, 'isOff'> {
  readonly item: AssignmentItem;
  /** Whether it can begin without a network. */
  readonly isReady: boolean;
}

function Card({ item, isReady, isOff }: CardProps) {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const [isDeclining, setDeclining] = useState(false);
  const begin = useAct(
    () => beginWork(item, personIn(session)),
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
          {isReady && (
            <IconDeviceMobileCheck
              size={14}
              role="img"
              aria-label={t('work.mine.ready')}
              style={{ marginInlineEnd: 6, verticalAlign: '-2px' }}
            />
          )}
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
          {item.declinable && !isOff && (
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
