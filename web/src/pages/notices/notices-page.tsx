import { Badge, Button, Group } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { NoticeItem } from '#notices/app-types.ts';
import { NOTICES, readAllNotices, readNotice } from '#web/api/notices.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { NoticeLink } from './notice-link.tsx';
import { noticeText } from './notice-text.ts';

const PAGE_SIZE = 30;

/** The notices of the person, the newest first. */
export function NoticesPage() {
  const { t } = useTranslation();
  const list = useList<NoticeItem>(NOTICES, {}, PAGE_SIZE);
  const readAll = useAct(readAllNotices);
  const read = useAct(readNotice);
  const newest = list.items[0];
  const hasUnread = list.items.some((each) => !each.read);
  const problem = readAll.problem ?? read.problem;
  const isEmpty = list.items.length === 0 && !list.isLoading && list.error === null;
  return (
    <Page
      title={t('notices.title')}
      lead={t('notices.lead')}
      actions={
        <Group gap="xs">
          <Button component={Link} to="/notices/settings" variant="subtle">
            {t('notices.settings')}
          </Button>
          {newest && hasUnread && (
            <Button
              variant="default"
              loading={readAll.isRunning}
              onClick={() => readAll.run(newest.at)}
            >
              {t('notices.readAll')}
            </Button>
          )}
        </Group>
      }
    >
      {problem && <Problem error={problem} />}
      {list.isLoading && list.items.length === 0 && <Loading />}
      {isEmpty && (
        <EmptyState icon={IconBell} title={t('notices.empty')} text={t('notices.emptyHint')} />
      )}
      <ItemList
        items={list.items.map((notice) => ({
          id: notice.id,
          title: (
            <NoticeLink notice={notice} onGo={() => notice.read || read.run(notice)}>
              {noticeText(notice, t)}
            </NoticeLink>
          ),
          state: notice.read ? undefined : <Badge variant="light">{t('notices.new')}</Badge>,
          facts: <Time at={notice.at} />,
          actions: notice.read ? undefined : (
            <Button variant="subtle" size="compact-sm" onClick={() => read.run(notice)}>
              {t('notices.read')}
            </Button>
          ),
        }))}
      />
      <MoreButton list={list} />
    </Page>
  );
}
