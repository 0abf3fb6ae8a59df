import { Group } from '@mantine/core';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { AnswerSearch } from './answer-search.ts';
import classes from './answer-views.module.css';

interface AnswerViewsProps {
  readonly template: string;
  readonly view: 'table' | 'summary';
  /** What narrows the forms in both views, in the words of the table. */
  readonly search: Pick<AnswerSearch, 'where' | 'status' | 'createdFrom' | 'createdTo'>;
}

/** Links between the table of answers and their summary, over the same forms. */
export function AnswerViews({ template, view, search }: AnswerViewsProps) {
  const { t } = useTranslation();
  const current = (own: AnswerViewsProps['view']) =>
    own === view ? ({ 'aria-current': 'page' } as const) : {};
  const params = { id: template };
  const { createdFrom, createdTo, ...conditions } = search;
  return (
    <Group component="nav" aria-label={t('answers.views')} gap="md" className={classes['views']}>
      <LinkAnchor
        to="/templates/$id/answers"
        params={params}
        search={search}
        className={classes['view']}
        {...current('table')}
      >
        {t('answers.table')}
      </LinkAnchor>
      <LinkAnchor
        to="/templates/$id/summary"
        params={params}
        search={{ ...conditions, from: createdFrom, to: createdTo }}
        className={classes['view']}
        {...current('summary')}
      >
        {t('answers.summary')}
      </LinkAnchor>
    </Group>
  );
}
