// An action on many forms cannot be undone as a whole, so this bar asks first, with the number of forms, and leaves the
// work to the server.
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChevronDown,
  IconCircleCheck,
  IconStack2,
  IconTrash,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type BulkActItem, beginBulkAct, type Matching } from '#web/api/bulk-acts.ts';
import type { Assignee } from '#web/api/forms.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import classes from './bulk-bar.module.css';

/** The limits of the server: the most forms of one action, and the most that are chosen one by one. */
const MOST = 10_000;
const MOST_CHOSEN = 1000;

type Act = BulkActItem['act'];

const ICONS = {
  assign: IconUserPlus,
  complete: IconCircleCheck,
  reopen: IconArrowBackUp,
  delete: IconTrash,
  restore: IconArrowBackUp,
} as const;

interface BulkBarProps {
  /** The chosen forms; undefined: all that match. */
  readonly ids: readonly string[] | undefined;
  readonly total: number | undefined;
  readonly isTotalExact: boolean;
  readonly matching: Matching;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onClose: () => void;
}

/** How many forms are chosen, and what can be done with them. It stays in view at the end of the list. */
export function BulkBar(props: BulkBarProps) {
  const { ids, total = 0, isTotalExact, matching, onAll, onNone, onClose } = props;
  const { t, i18n } = useTranslation();
  const [act, setAct] = useState<Act>();
  const count = ids === undefined ? total : ids.length;
  const most = ids === undefined ? MOST : MOST_CHOSEN;
  const isTooMany = count > most || (ids === undefined && !isTotalExact);
  const write = (number: number) => number.toLocaleString(i18n.language);
  const acts: readonly Act[] =
    'deleted' in matching ? ['restore'] : ['assign', 'complete', 'reopen', 'delete'];
  return (
    <>
      <Group
        role="group"
        aria-label={t('bulk.bar')}
        className={`${classes['bar']} no-print`}
        gap="xs"
      >
        <Text size="sm" fw={550} role="status">
          {t('bulk.chosen', { count, shown: write(count) })}
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
                    {...(each === 'delete' && { color: 'red' })}
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
        <Ask
          act={act}
          count={count}
          forms={ids === undefined ? matching : { ids }}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  );
}

interface AskProps {
  readonly act: Act;
  readonly count: number;
  readonly forms: Parameters<typeof beginBulkAct>[0]['forms'];
  readonly onClose: () => void;
}

/** Says what an action does with how many forms, and begins it; then its page shows how far it is. */
function Ask({ act, count, forms, onClose }: AskProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const asked = { act, forms, expected: count, locale: shownLanguage() };
  const begin = (assignment?: Assignee) => {
    const to = assignment && { type: assignment.type, id: assignment.id };
    return beginBulkAct({ ...asked, ...(to && { assignment: to }) });
  };
  const done = ({ id }: { readonly id: string }) =>
    void navigate({ to: '/bulk-actions', search: { id } });
  const shown = count.toLocaleString(i18n.language);
  const title = t(`bulk.titles.${act}`, { count, shown });
  if (act === 'assign')
    return <AssignDialog title={title} send={begin} onDone={done} onClose={onClose} />;
  return (
    <ConsentDialog
      title={title}
      verb={t(`bulk.verbs.${act}`)}
      isHarmless={act !== 'delete'}
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
