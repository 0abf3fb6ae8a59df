import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerField, TileSettings } from '#answer-tables/app-types.ts';
import { type SummaryQuery, summaryQuery } from '#web/api/summaries.ts';
import { FieldCard } from '#web/charts/field-card.tsx';
import classes from '#web/charts/summary.module.css';
import { QueryState } from '#web/components/query-state.tsx';
import type { Condition } from '#web/conditions/conditions.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AddToDashboard } from './add-to-dashboard.tsx';

/** Fields that are counted by one request: the first cards are there before all are counted. */
const A_REQUEST = 6;
/** Cards that are shown at first. */
const AT_FIRST = 24;

interface FieldCardsProps {
  readonly template: string;
  readonly fields: readonly AnswerField[];
  readonly query: SummaryQuery;
  readonly onChoose: (condition: Condition) => void;
}

/** A card for each field, some of them at a time. */
export function FieldCards({ template, fields, query, onChoose }: FieldCardsProps) {
  const { t } = useTranslation();
  const [most, setMost] = useState(AT_FIRST);
  const shown = fields.slice(0, most);
  const left = fields.length - shown.length;
  const parts = Array.from({ length: Math.ceil(shown.length / A_REQUEST) }, (_, i) =>
    shown.slice(i * A_REQUEST, (i + 1) * A_REQUEST),
  );
  return (
    <>
      <div className={classes['cards']}>
        {parts.map((part) => (
          <Part
            key={part[0]?.id}
            template={template}
            ids={part.map(({ id }) => id)}
            query={query}
            onChoose={onChoose}
          />
        ))}
      </div>
      {left > 0 && (
        <Button variant="default" onClick={() => setMost(most + AT_FIRST)}>
          {t('summary.more', { count: left })}
        </Button>
      )}
    </>
  );
}

interface PartProps extends Pick<FieldCardsProps, 'template' | 'query' | 'onChoose'> {
  readonly ids: readonly string[];
}

function Part({ template, ids, query, onChoose }: PartProps) {
  const result = useQuery(summaryQuery(template, { ...query, fields: JSON.stringify(ids) }));
  const { data } = result;
  if (!data) return <QueryState query={result} />;
  return data.fields.map((summary) => (
    <FieldCard key={summary.id} summary={summary} groups={data.groups} onChoose={onChoose}>
      <div>
        <AddToDashboard settings={tileOf(template, summary.id, query)} />
      </div>
    </FieldCard>
  ));
}

/** Returns the tile that shows the same chart: the conditions, groups and periods that are set. */
function tileOf(template: string, field: string, query: SummaryQuery): TileSettings {
  const { fields: _fields, ...search } = query;
  const set = Object.entries(search).filter(([, value]) => value !== undefined);
  return { template, field, show: 'chart', ...Object.fromEntries(set) };
}
