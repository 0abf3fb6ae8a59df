// Reviewers work through many forms one after the other, so everything is done by single keys: the list on the left says
// what waits, and the form beside it is read and decided on without another page.
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconEyeCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AppFormItem } from '#forms/app-types.ts';
import { formQuery } from '#web/api/form-query.ts';
import { FORMS } from '#web/api/forms.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Time } from '#web/components/time.tsx';
import { type List, useList } from '#web/lists/use-list.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { Answers } from './answers.tsx';
import { OfficeSection } from './office-section.tsx';
import { ReviewActs, ReviewDialog, useReviewing } from './review-acts.tsx';
import { ReviewNote } from './review-note.tsx';
import classes from './reviews-page.module.css';

const REVIEWS = { scope: 'reviews', sort: 'updated', direction: 'asc' } as const;
/** Below this width, a form is opened on its own page. */
const WIDE = '(min-width: 62em)';

/** The forms that wait for the person’s review, the one that has waited longest first. */
export function ReviewsPage() {
  const { t } = useTranslation();
  const list = useList<AppFormItem>(FORMS, REVIEWS);
  const { items, isLoading, error } = list;
  return (
    <Page title={t('reviews.title')} lead={t('reviews.lead')}>
      {error !== null && <Problem error={error} onRetry={list.retry} />}
      {isLoading && items.length === 0 && <Loading shape="rows" />}
      {!isLoading && items.length === 0 && error === null && (
        <EmptyState icon={IconEyeCheck} title={t('reviews.empty')} text={t('reviews.emptyText')} />
      )}
      {items.length > 0 && <Waiting list={list} />}
    </Page>
  );
}

function Waiting({ list }: { readonly list: List<AppFormItem> }) {
  const { t } = useTranslation();
  const { items, hasMore } = list;
  const navigate = useNavigate();
  const isWide = useMediaQuery(WIDE) ?? true;
  const [chosen, setChosen] = useState(0);
  const rows = useRef<HTMLUListElement>(null);
  // The form that was decided on leaves the list, and the next one takes its position.
  const index = Math.min(chosen, items.length - 1);
  const current = items[index];
  const { data: form } = useQuery({
    ...formQuery(current?.id ?? '', shownLanguage()),
    enabled: current !== undefined && isWide,
  });
  const shown = form?.id === current?.id ? form : undefined;
  const reviewing = useReviewing(shown?.may.review === true ? shown : undefined);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(items.length - 1, to));
    setChosen(next);
    rows.current?.querySelectorAll('button')[next]?.focus();
    if (next >= items.length - 2) list.loadMore();
  };
  const open = () => current && void navigate({ to: '/forms/$id', params: { id: current.id } });
  useHotkeys([
    ['j', () => go(index + 1)],
    ['k', () => go(index - 1)],
    ['a', reviewing.approve],
    ['s', () => reviewing.ask('send-back')],
    ['r', () => reviewing.ask('reject')],
    ['o', open],
  ]);
  return (
    <>
      <Text size="sm" c="dimmed" visibleFrom="md">
        {t('reviews.keys')}
      </Text>
      {shown && <ReviewDialog form={shown} reviewing={reviewing} />}
      <div className={classes['columns']}>
        <Stack gap="xs">
          <ul ref={rows} className={classes['list']} aria-label={t('reviews.title')}>
            {items.map((item, i) => (
              <li key={item.id}>
                <Row
                  item={item}
                  isCurrent={isWide && i === index}
                  onChoose={() =>
                    isWide
                      ? setChosen(i)
                      : void navigate({ to: '/forms/$id', params: { id: item.id } })
                  }
                  onOpen={open}
                />
              </li>
            ))}
          </ul>
          {hasMore && (
            <Button variant="default" onClick={list.loadMore}>
              {t('list.more')}
            </Button>
          )}
        </Stack>
        {isWide && (
          <Box component="section" aria-label={current?.name ?? ''} miw={0}>
            {shown === undefined ? (
              <Loading />
            ) : (
              <Stack key={shown.id}>
                <Group justify="space-between" gap="xs">
                  <Title order={2} size="h3" className="wrap-anywhere">
                    {shown.name}
                  </Title>
                  <Group gap="xs">
                    {shown.may.review && <ReviewActs reviewing={reviewing} />}
                    <Button variant="default" component={Link} to={`/forms/${shown.id}`}>
                      {t('reviews.open')}
                    </Button>
                  </Group>
                </Group>
                <ReviewNote form={shown} />
                <Answers form={shown} />
                <OfficeSection form={shown} />
              </Stack>
            )}
          </Box>
        )}
      </div>
    </>
  );
}

interface RowProps {
  readonly item: AppFormItem;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
}

function Row({ item, isCurrent, onChoose, onOpen }: RowProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const { name, template, review } = item;
  return (
    <button
      ref={button}
      type="button"
      className={classes['row']}
      {...(isCurrent && { 'aria-current': 'true' as const })}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isCurrent) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <Text component="span" fw={550} className="wrap-anywhere">
        {name}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {template.name ?? t('forms.gone.Template')}
        {review !== undefined && (
          <>
            {' · '}
            {review.by.name ?? t('forms.gone.User')}
            {' · '}
            <Time at={review.at} />
          </>
        )}
      </Text>
    </button>
  );
}
