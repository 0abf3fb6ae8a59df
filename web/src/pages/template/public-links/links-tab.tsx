// Everybody who has a public link can fill in the form, so this tab shows at a glance which links are open, until when,
// and how many forms came in by each.
import { Alert, Anchor, Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconCircleCheck,
  IconCircleX,
  IconLink,
  IconPlayerPause,
  IconPlus,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { PublicLinkItem, PublicLinkList } from '#public-links/app-types.ts';
import type { TemplateDetail } from '#templates/app-types.ts';
import { changePublicLink, publicLinksOf } from '#web/api/public-links.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { minuteTime } from '#web/components/exact-time.ts';
import { Loading } from '#web/components/loading.tsx';
import { Problem, problemText } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import type { Column } from '#web/lists/column.ts';
import { MoreButton } from '#web/lists/more-button.tsx';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { LinkDialog } from './link-dialog.tsx';
import { LinkNotes } from './list-notes.tsx';
import { ShareDialog } from './share-dialog.tsx';

// It shows fields of the form, so it needs the forms engine.
const PrefillDialog = lazy(async () => ({
  default: (await import('./prefill-dialog.tsx')).PrefillDialog,
}));

type Shown = { readonly what: 'edit' | 'share' | 'prefill' | 'end'; readonly link: PublicLinkItem };

/** The public links of a template: by which people without an account fill in its form. */
export function LinksTab({ template }: { readonly template: TemplateDetail }) {
  const { t } = useTranslation();
  const list = useList<PublicLinkItem, PublicLinkList>(publicLinksOf(template.id));
  const data = list.first;
  const [shown, setShown] = useState<Shown | 'new'>();
  const close = () => setShown(undefined);
  const columns = useColumns(setShown);
  if (data === undefined) {
    return list.error ? (
      <Problem error={list.error} onRetry={list.retry} />
    ) : (
      <Loading shape="rows" />
    );
  }
  const mayCreate = data.allowed && template.status === 'published' && isFillable(data);
  const create = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!mayCreate}
      onClick={() => setShown('new')}
    >
      {t('publicLinks.create')}
    </Button>
  );
  return (
    <Section
      title={t('publicLinks.title')}
      lead={t('publicLinks.lead')}
      actions={data.items.length > 0 && create}
    >
      {!data.allowed && (
        <Alert variant="outline" color="gray">
          {t('publicLinks.off')}
        </Alert>
      )}
      {data.allowed && template.status !== 'published' && (
        <Alert variant="outline" color="gray">
          {t('publicLinks.unpublished')}
        </Alert>
      )}
      {data.allowed && template.status === 'published' && (
        <LinkNotes lists={data.lists} people={data.people} />
      )}
      {data.items.length === 0 ? (
        <EmptyState icon={IconLink} title={t('publicLinks.none')} text={t('publicLinks.noneHint')}>
          {create}
        </EmptyState>
      ) : (
        <>
          <PlainTable
            label={t('publicLinks.title')}
            items={list.items}
            columns={columns}
            idOf={({ id }) => id}
          />
          <MoreButton list={list} />
        </>
      )}
      {shown === 'new' && (
        <LinkDialog
          templateId={template.id}
          onClose={close}
          onDone={(link) => setShown({ what: 'share', link })}
        />
      )}
      {shown !== undefined && shown !== 'new' && shown.what === 'edit' && (
        <LinkDialog templateId={template.id} link={shown.link} onClose={close} onDone={close} />
      )}
      {shown !== undefined && shown !== 'new' && shown.what === 'share' && (
        <ShareDialog link={shown.link} onClose={close} />
      )}
      {shown !== undefined && shown !== 'new' && shown.what === 'prefill' && (
        <Suspense>
          <PrefillDialog link={shown.link} version={template.currentVersion ?? 0} onClose={close} />
        </Suspense>
      )}
      {shown !== undefined && shown !== 'new' && shown.what === 'end' && (
        <ConsentDialog
          title={t('publicLinks.endTitle', { name: shown.link.name })}
          verb={t('publicLinks.end')}
          act={() => changePublicLink(shown.link, { state: 'ended' })}
          onClose={close}
        >
          <Text>{t('publicLinks.endLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}

function useColumns(onShow: (shown: Shown) => void): readonly Column<PublicLinkItem>[] {
  const { t, i18n } = useTranslation();
  const setState = (link: PublicLinkItem, state: PublicLinkItem['state']) =>
    void changePublicLink(link, { state }).then(
      () => notifications.show({ message: t(`publicLinks.done.${state}`) }),
      (error: Error) => notifications.show({ color: 'red', message: problemText(error, t) }),
    );
  return [
    {
      id: 'name',
      header: t('publicLinks.name'),
      cell: (link) => (
        <Anchor
          component="button"
          type="button"
          fw={550}
          onClick={() => onShow({ what: 'share', link })}
        >
          {link.name}
        </Anchor>
      ),
    },
    {
      id: 'state',
      header: t('publicLinks.state'),
      width: '9rem',
      cell: (link) => <LinkState link={link} />,
    },
    {
      id: 'answers',
      header: t('publicLinks.answers'),
      width: '8rem',
      phone: 'labelled',
      cell: ({ answers, maxAnswers }) =>
        maxAnswers === undefined
          ? answers.toLocaleString(i18n.language)
          : t('publicLinks.answersOf', {
              count: answers,
              max: maxAnswers.toLocaleString(i18n.language),
            }),
    },
    {
      id: 'period',
      header: t('publicLinks.until'),
      width: '12rem',
      phone: 'labelled',
      cell: ({ closesAt }) =>
        closesAt === undefined
          ? t('publicLinks.noEnd')
          : minuteTime(new Date(closesAt), i18n.locale),
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '5rem',
      phone: 'corner',
      cell: (link) => (
        <RowMenu name={link.name}>
          <Menu.Item onClick={() => onShow({ what: 'share', link })}>
            {t('publicLinks.share')}
          </Menu.Item>
          {link.state !== 'ended' && (
            <>
              <Menu.Item onClick={() => onShow({ what: 'prefill', link })}>
                {t('publicLinks.prefill')}
              </Menu.Item>
              <Menu.Item onClick={() => onShow({ what: 'edit', link })}>
                {t('publicLinks.edit')}
              </Menu.Item>
              {link.state === 'active' ? (
                <Menu.Item onClick={() => setState(link, 'paused')}>
                  {t('publicLinks.pause')}
                </Menu.Item>
              ) : (
                <Menu.Item onClick={() => setState(link, 'active')}>
                  {t('publicLinks.resume')}
                </Menu.Item>
              )}
              <Menu.Item
                color="var(--mantine-color-error)"
                onClick={() => onShow({ what: 'end', link })}
              >
                {t('publicLinks.end')}
              </Menu.Item>
            </>
          )}
        </RowMenu>
      ),
    },
  ];
}

/** The state that somebody meets who opens the link now. */
function LinkState({ link }: { readonly link: PublicLinkItem }) {
  const { t } = useTranslation();
  const { state, opensAt, closesAt, answers, maxAnswers } = link;
  const now = Date.now();
  const isOver = closesAt !== undefined && Date.parse(closesAt) <= now;
  const isFull = maxAnswers !== undefined && answers >= maxAnswers;
  const isEarly = opensAt !== undefined && Date.parse(opensAt) > now;
  if (state === 'ended' || isOver) {
    return (
      <StateBadge tone="grey" icon={IconCircleX}>
        {t('publicLinks.states.ended')}
      </StateBadge>
    );
  }
  const waiting = state === 'paused' ? 'paused' : isFull ? 'full' : isEarly ? 'early' : undefined;
  if (waiting !== undefined) {
    return (
      <StateBadge tone="amber" icon={IconPlayerPause}>
        {t(`publicLinks.states.${waiting}`)}
      </StateBadge>
    );
  }
  return (
    <StateBadge tone="green" icon={IconCircleCheck}>
      {t('publicLinks.states.open')}
    </StateBadge>
  );
}

/** Returns whether visitors could answer all of the form. */
const isFillable = ({ people, lists }: PublicLinkList): boolean =>
  !people && lists.every(({ isPublic }) => isPublic);
