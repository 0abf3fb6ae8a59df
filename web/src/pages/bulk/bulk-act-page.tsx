// An action on many forms runs on the server for minutes. Its own address lets people leave and come back to see which
// forms failed, and why.
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ASSIGNMENTS } from '#web/api/assignments.ts';
import {
  BULK_ACTS,
  type BulkActForm,
  type BulkActItem,
  readBulkAct,
  removeBulkAct,
} from '#web/api/bulk-acts.ts';
import { FORMS } from '#web/api/forms.ts';
import { queryClient } from '#web/api/query-client.ts';
import { Page } from '#web/components/page.tsx';
import { Problem, refusalText } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useList } from '#web/lists/use-list.ts';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import { isWorkAct, nameOf } from './bulk-act-name.ts';
import { BulkState, Outcome } from './bulk-state.tsx';

const route = getRouteApi('/signed-in/bulk-actions');
const OUTCOMES = ['done', 'skipped', 'failed'] as const;
const EVERY_MS = 1000;

/** The progress of an action on many forms or assignments, and the outcome of each. */
export function BulkActPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const leave = useNavigate();
  const { data: item } = useSuspenseQuery({
    queryKey: [BULK_ACTS, id],
    queryFn: () => readBulkAct(id),
    refetchInterval: ({ state }) => (state.data?.finishedAt === undefined ? EVERY_MS : false),
  });
  const isFinished = item.finishedAt !== undefined;
  const path = `${BULK_ACTS}/${id}/forms`;
  const list = useList<BulkActForm>(path, { outcome });
  const reached = item.done + item.skipped + item.failed;
  useEffect(() => {
    // The report grows, and the lists of forms are others than before.
    if (reached > 0) void queryClient.invalidateQueries({ queryKey: [path] });
    if (!isFinished) return;
    void queryClient.invalidateQueries({ queryKey: [FORMS] });
    void queryClient.invalidateQueries({ queryKey: [ASSIGNMENTS] });
  }, [path, reached, isFinished]);
  const remove = useAct(
    () => removeBulkAct(id),
    () => (isFinished ? leave({ to: '/bulk-actions' }) : undefined),
  );
  return (
    <Page
      title={nameOf(item, t)}
      back={{ to: '/bulk-actions', label: t('bulk.title') }}
      state={<BulkState item={item} />}
      actions={
        <Button variant="default" loading={remove.isRunning} onClick={() => remove.run(undefined)}>
          {t(isFinished ? 'bulk.remove' : 'bulk.cancel')}
        </Button>
      }
    >
      <Stack gap="sm">
        {remove.problem && <Problem error={remove.problem} />}
        <Reached item={item} reached={reached} />
        <Group role="search" aria-label={t('bulk.outcome')} gap="xs">
          <ChoiceField
            label={t('bulk.outcome')}
            any={t('bulk.any')}
            value={outcome}
            choices={OUTCOMES.map((value) => ({
              value,
              label: t(`bulk.counts.${value}`, { count: item[value] }),
            }))}
            onChoose={(chosen) => void navigate({ search: { id, outcome: chosen }, replace: true })}
          />
        </Group>
        <ListView
          list={list}
          label={t('bulk.forms')}
          columns={useColumns(isWorkAct(item))}
          idOf={(form) => form.id}
          empty={<Text c="dimmed">{t('bulk.nothing')}</Text>}
        />
      </Stack>
    </Page>
  );
}

interface ReachedProps {
  readonly item: BulkActItem;
  readonly reached: number;
}

/** The progress with its numbers. */
function Reached({ item, reached }: ReachedProps) {
  const { t, i18n } = useTranslation();
  const { total, state, done, skipped, failed } = item;
  const write = (number: number) => number.toLocaleString(i18n.language);
  const text = t('bulk.progress', { reached: write(reached), total: write(total) });
  const of = (count: number) => (100 * count) / Math.max(1, total);
  return (
    <Stack gap={4} maw="44rem">
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={of(done)} color="green" />
        <Progress.Section value={of(skipped)} color="yellow" />
        <Progress.Section value={of(failed)} color="red" />
      </Progress.Root>
      <Text size="sm" role="status">
        {text} ·{' '}
        {OUTCOMES.map((each) => t(`bulk.counts.${each}`, { count: item[each] })).join(' · ')}
      </Text>
      {state === 'cancelled' && <Text size="sm">{t('bulk.cancelled')}</Text>}
      {state === 'failed' && <Text size="sm">{t('bulk.ownerInactive')}</Text>}
    </Stack>
  );
}

function useColumns(isWork: boolean): readonly Column<BulkActForm>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'form',
      header: t('bulk.form'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, name }) =>
        name === undefined ? (
          <Text span inherit c="dimmed">
            {t('bulk.unseen')}
          </Text>
        ) : (
          <Anchor component={Link} to={isWork ? `/work/${id}` : `/forms/${id}`} fw={550} inherit>
            {name}
          </Anchor>
        ),
    },
    {
      id: 'outcome',
      header: t('bulk.outcome'),
      width: '10rem',
      phone: 'corner',
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      id: 'why',
      header: t('bulk.why'),
      width: 'minmax(0, 3fr)',
      cell: (form) => reasonText(form, t),
    },
  ];
}

const OWN = {
  already: 'bulk.reasons.already',
  interrupted: 'bulk.reasons.interrupted',
  'not-found': 'bulk.reasons.notFound',
  'form-state': 'bulk.reasons.state',
  // The server names the fields as programs do.
  'invalid-answers': 'bulk.reasons.answers',
} as const;

function reasonText({ reason, message = '' }: BulkActForm, t: TFunction): string {
  if (reason === undefined) return '';
  const own = Object.entries(OWN).find(([name]) => name === reason)?.[1];
  return own ? t(own) : refusalText({ code: reason, text: message }, t);
}
