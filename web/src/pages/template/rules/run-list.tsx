import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconCircleCheck,
  IconCircleX,
  IconHistory,
  IconPlayerSkipForward,
  IconRefresh,
} from '@tabler/icons-react';
import type { RunItem } from '#rules/app-types.ts';
import { lookAgain, runAgain, runsOf } from '#web/api/rules.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge, type Tone } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useRunWords } from './use-run-words.ts';

/** What the rules of a template did, or why they did nothing. */
export function RunList({ templateId }: { readonly templateId: string }) {
  const { t } = useTranslation();
  const list = useList<RunItem>(runsOf(templateId));
  const act = useAct(
    ({ id }: RunItem) => runAgain(id),
    () => void notifications.show({ message: t('rules.sentAgain') }),
  );
  const columns = useColumns(act.run);
  return (
    <Section
      title={t('rules.runs')}
      lead={t('rules.runsLead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void lookAgain()}
        >
          {t('rules.refresh')}
        </Button>
      }
    >
      {act.problem && <Problem error={act.problem} />}
      <ListView
        list={list}
        label={t('rules.runs')}
        columns={columns}
        idOf={({ id }) => id}
        empty={<EmptyState icon={IconHistory} title={t('rules.noRuns')} />}
      />
    </Section>
  );
}

const OUTCOMES = {
  done: ['green', IconCircleCheck],
  skipped: ['grey', IconPlayerSkipForward],
  failed: ['amber', IconCircleX],
} as const satisfies Record<RunItem['outcome'], readonly [Tone, typeof IconCircleX]>;

function useColumns(onAgain: (run: RunItem) => void): readonly Column<RunItem>[] {
  const { t } = useTranslation();
  const { didOf, reasonOf } = useRunWords();
  return [
    {
      id: 'form',
      header: t('rules.form'),
      // A line about all forms of a template names none.
      cell: ({ form }) =>
        form.id === '' ? (
          t('rules.allForms')
        ) : (
          <LinkAnchor to="/forms/$id" params={{ id: form.id }}>
            {form.name ?? t('rules.deleted')}
          </LinkAnchor>
        ),
    },
    {
      id: 'rule',
      header: t('rules.rule'),
      phone: 'labelled',
      cell: ({ rule }) => rule.name ?? t('rules.deleted'),
    },
    {
      id: 'outcome',
      header: t('rules.outcome'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ outcome, reason, done }) => {
        const [tone, icon] = OUTCOMES[outcome];
        return (
          <Stack gap={2} align="start">
            <StateBadge tone={tone} icon={icon}>
              {t(`rules.outcomes.${outcome}`)}
            </StateBadge>
            <Text size="sm">
              {outcome === 'done' ? done.map(didOf).join(', ') : reasonOf(reason)}
            </Text>
          </Stack>
        );
      },
    },
    {
      id: 'at',
      header: t('rules.at'),
      width: '9rem',
      phone: 'labelled',
      cell: ({ at }) => <Time at={at} />,
    },
    {
      id: 'again',
      header: t('list.actions'),
      width: '9rem',
      cell: (run) =>
        run.form.id === '' ? undefined : (
          <Button size="xs" variant="default" onClick={() => onAgain(run)}>
            {t('rules.again')}
          </Button>
        ),
    },
  ];
}
