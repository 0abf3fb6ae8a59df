import { Button, Menu, Text } from '@mantine/core';
import { IconUserOff, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { handOnLeft, LEAVERS, type LeftItem } from '#web/api/leavers.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { refusalText } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { AssignDialog } from '#web/form-lists/assign-dialog.tsx';
import type { Column } from '#web/lists/column.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface Doing {
  readonly items: readonly LeftItem[];
  /** Whether the person chooses who gets it; else each goes to the one who is proposed. */
  readonly isChosen: boolean;
}

/** What people left behind who are not active any more, and who is proposed to take it over. */
export function LeaversPage() {
  const { t, i18n } = useTranslation();
  const list = useList<LeftItem>(LEAVERS);
  const [doing, setDoing] = useState<Doing>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const proposed = list.items.filter(({ successor }) => successor !== null);
  const act = async (items: readonly LeftItem[], to?: Parameters<typeof handOnLeft>[1]) => {
    const failed = await handOnLeft(items, to);
    setRefused([
      ...new Set(
        failed.map(({ error: { code, detail } }) => refusalText({ code, text: detail }, t)),
      ),
    ]);
  };
  const close = () => setDoing(undefined);
  const count = doing?.items.length ?? 0;
  const title = t('work.leavers.title', { count, shown: count.toLocaleString(i18n.language) });
  return (
    <Page
      title={t('work.leavers.name')}
      lead={t('work.leavers.lead')}
      back={{ to: '/work', label: t('work.title') }}
      actions={
        proposed.length > 0 && (
          <Button onClick={() => setDoing({ items: proposed, isChosen: false })}>
            {t('work.leavers.all', { count: proposed.length })}
          </Button>
        )
      }
    >
      {refused.map((text) => (
        <Text key={text} role="alert" c="red.9">
          {text}
        </Text>
      ))}
      <ListView
        list={list}
        label={t('work.leavers.name')}
        columns={useColumns(setDoing)}
        idOf={({ kind, id }) => `${kind} ${id}`}
        empty={
          <EmptyState
            icon={IconUserOff}
            title={t('work.leavers.none')}
            text={t('work.leavers.noneHint')}
          />
        }
      />
      {doing?.isChosen && (
        <AssignDialog title={title} send={(to) => act(doing.items, to)} onClose={close} />
      )}
      {doing?.isChosen === false && (
        <ConsentDialog
          title={title}
          verb={t('work.handOn.save')}
          isHarmless
          act={() => act(doing.items)}
          onClose={close}
        >
          <Text>{t('work.leavers.meaning')}</Text>
        </ConsentDialog>
      )}
    </Page>
  );
}

function useColumns(onDo: (doing: Doing) => void): readonly Column<LeftItem>[] {
  const { t } = useTranslation();
  const gone = t('work.deleted.User');
  return [
    {
      id: 'what',
      header: t('work.leavers.what'),
      width: 'minmax(0, 2fr)',
      cell: ({ kind, template }) => (
        <>
          <Text span inherit fw={550}>
            {template.name ?? t('work.deleted.Template')}
          </Text>{' '}
          <Text span size="sm" c="dimmed">
            {t(`work.leavers.kinds.${kind}`)}
          </Text>
        </>
      ),
    },
    {
      id: 'leaver',
      header: t('work.leavers.leaver'),
      width: 'minmax(0, 1fr)',
      phone: 'labelled',
      cell: ({ leaver }) => leaver.name ?? gone,
    },
    {
      id: 'due',
      header: t('work.due'),
      width: '8rem',
      phone: 'labelled',
      cell: ({ dueDate }) => (dueDate === null ? t('work.never') : <Time at={dueDate} />),
    },
    {
      id: 'sentBy',
      header: t('work.sentBy'),
      width: 'minmax(0, 1fr)',
      phone: 'labelled',
      cell: ({ sentBy }) => sentBy.name ?? gone,
    },
    {
      id: 'successor',
      header: t('work.leavers.successor'),
      width: 'minmax(0, 1fr)',
      phone: 'labelled',
      cell: ({ successor }) =>
        successor === null ? t('work.leavers.nobody') : (successor.name ?? gone),
    },
    {
      id: 'actions',
      header: '',
      width: '3rem',
      phone: 'corner',
      cell: (item) => <Actions item={item} onDo={onDo} />,
    },
  ];
}

interface ActionsProps {
  readonly item: LeftItem;
  readonly onDo: (doing: Doing) => void;
}

function Actions({ item, onDo }: ActionsProps) {
  const { t } = useTranslation();
  const { successor, template, leaver, mayChoose } = item;
  return (
    <RowMenu name={[template.name, leaver.name].join(' · ')}>
      <Menu.Item
        disabled={successor === null}
        onClick={() => onDo({ items: [item], isChosen: false })}
      >
        {t('work.leavers.accept', { name: successor?.name ?? t('work.leavers.nobody') })}
      </Menu.Item>
      <Menu.Item
        disabled={!mayChoose}
        leftSection={<IconUserPlus size={16} aria-hidden />}
        onClick={() => onDo({ items: [item], isChosen: true })}
      >
        {t('work.leavers.other')}
      </Menu.Item>
    </RowMenu>
  );
}
