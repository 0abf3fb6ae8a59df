// An action on many forms or much work cannot be undone as a whole, so this bar asks first, with the number of forms, and leaves the
// work to the server.
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconCalendarDue,
  IconChevronDown,
  IconCircleCheck,
  IconEdit,
  IconStack2,
  IconTrash,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ASSIGNMENTS, countAssignments } from '#web/api/assignments.ts';
import { type BulkActItem, beginBulkAct, type Matching } from '#web/api/bulk-acts.ts';
import type { Assignee } from '#web/api/forms.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import classes from './bulk-bar.module.css';
import { ChangeManyDialog } from './change-many-dialog.tsx';

/** The limits of the server: the most of one action, and the most that are chosen one by one. */
const MOST = 10_000;
const MOST_CHOSEN = 1000;

/** What the menu offers; `due` and `instruct` are changes of work. */
type Act = Exclude<BulkActItem['act'], 'change'> | 'due' | 'instruct';

const ICONS = {
  assign: IconUserPlus,
  complete: IconCircleCheck,
  reopen: IconArrowBackUp,
  delete: IconTrash,
  restore: IconArrowBackUp,
  remind: IconBell,
  due: IconCalendarDue,
  instruct: IconEdit,
  'hand-on': IconUserPlus,
  cancel: IconBan,
} as const;

interface BulkBarProps {
  /** The chosen forms or work; undefined: all that match. */
  readonly ids: readonly string[] | undefined;
  readonly total: number | undefined;
  readonly isTotalExact: boolean;
  readonly matching: Matching;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onClose: () => void;
}

/** How many are chosen, and what can be done with them. It stays in view at the end of the list. */
export function BulkBar(props: BulkBarProps) {
  const { ids, matching, onAll, onNone, onClose } = props;
  const { t, i18n } = useTranslation();
  const [act, setAct] = useState<Act>();
  const { total = 0, isTotalExact } = useTotal(props);
  const count = ids === undefined ? total : ids.length;
  const most = ids === undefined ? MOST : MOST_CHOSEN;
  const isTooMany = count > most || (ids === undefined && !isTotalExact);
  const write = (number: number) => number.toLocaleString(i18n.language);
  const acts = actsOn(matching);
  return (
    <>
      <Group
        role="group"
        aria-label={t('bulk.bar')}
        className={`${classes['bar']} no-print`}
        gap="xs"
      >
        <Text size="sm" fw={550} role="status">
          {t('bulk.chosen', { shown: write(count) })}
        </Text>
        {ids === undefined ? (
          <Button variant="subtle" size="compact-sm" onClick={onNone}>
            {t('bulk.none')}
          </Button>
        ) : (
          total > ids.length && (
            <Button variant="subtle" size="compact-sm" onClick={onAll}>
              {isTotalExact
                ? t('bulk.all', { count: total, shown: write(total) })
                : t('bulk.allMore', { shown: write(total) })}
            </Button>
          )
        )}
        {isTooMany && (
          <Text size="sm" role="alert">
            {t(ids === undefined ? 'bulk.tooMany' : 'bulk.tooManyChosen', { limit: write(most) })}
          </Text>
        )}
        <Group gap="xs" ms="auto" wrap="nowrap">
          <Menu position="top-end">
            <Menu.Target>
              <Button rightSection={<IconChevronDown size={16} aria-hidden />}>
                {t('bulk.actions')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {acts.map((each) => {
                const Icon = ICONS[each];
                return (
                  <Menu.Item
                    key={each}
                    disabled={count === 0 || isTooMany}
                    leftSection={<Icon size={16} aria-hidden />}
                    {...(isHarmful(each) && { color: 'red' })}
                    onClick={() => setAct(each)}
                  >
                    {t(`bulk.verbs.${each}`)}
                  </Menu.Item>
                );
              })}
              <Menu.Divider />
              <Menu.Item
                component={Link}
                to="/bulk-actions"
                leftSection={<IconStack2 size={16} aria-hidden />}
              >
                {t('bulk.title')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('bulk.close')}
            onClick={onClose}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {act && (
        <Ask act={act} count={count} {...{ ids, matching }} onClose={() => setAct(undefined)} />
      )}
    </>
  );
}

function actsOn(matching: Matching): readonly Act[] {
  if ('work' in matching) return ['remind', 'due', 'instruct', 'hand-on', 'cancel'];
  return 'deleted' in matching ? ['restore'] : ['assign', 'complete', 'reopen', 'delete'];
}

const isHarmful = (act: Act): boolean => act === 'delete' || act === 'cancel';

/** A list of work is counted only for an action on it. */
function useTotal({ total, isTotalExact, matching }: BulkBarProps) {
  const work = 'work' in matching ? matching.work : undefined;
  const { data } = useQuery({
    queryKey: [ASSIGNMENTS, 'count', work],
    queryFn: () => countAssignments(work ?? {}),
    enabled: work !== undefined,
  });
  return work === undefined
    ? { total, isTotalExact }
    : { total: data?.count, isTotalExact: data?.isExact ?? true };
}

interface AskProps extends Pick<BulkBarProps, 'ids' | 'matching'> {
  readonly act: Act;
  readonly count: number;
  readonly onClose: () => void;
}

/** Says what an action does with how many forms or how much work, and begins it; then its page shows how far it is. */
function Ask({ act, count, ids, matching, onClose }: AskProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const asked = { ids, matching, expected: count, locale: shownLanguage() };
  const done = ({ id }: { readonly id: string }) =>
    void navigate({ to: '/bulk-actions', search: { id } });
  const shown = count.toLocaleString(i18n.language);
  const title = t(`bulk.titles.${act}`, { count, shown });
  if (act === 'due' || act === 'instruct') {
    const change = (changes: NonNullable<BulkActItem['changes']>) =>
      beginBulkAct({ ...asked, act: 'change', changes });
    return <ChangeManyDialog {...{ act, title, onClose }} send={change} onDone={done} />;
  }
  const begin = (assignment?: Assignee) => {
    const to = assignment && { type: assignment.type, id: assignment.id };
    return beginBulkAct({ ...asked, act, ...(to && { assignment: to }) });
  };
  if (act === 'assign' || act === 'hand-on')
    return <AssignDialog title={title} send={begin} onDone={done} onClose={onClose} />;
  return (
    <ConsentDialog
      title={title}
      verb={t(`bulk.verbs.${act}`)}
      isHarmless={!isHarmful(act)}
      act={() => begin()}
      onDone={done}
      onClose={onClose}
    >
      <Text>{t(`bulk.meanings.${act}`)}</Text>
      <Text size="sm" c="dimmed">
        {t('bulk.fixed')}
      </Text>
    </ConsentDialog>
  );
}
