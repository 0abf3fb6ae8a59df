import { Button, Menu } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import { CopyId } from '#web/components/copy-id.tsx';
import { Copyable } from '#web/components/copyable.tsx';
import { Detail } from '#web/components/detail.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { Labelled } from '#web/components/labelled.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { TimeTooltip } from '#web/components/time-tooltip.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { hoursAgo } from '../sample-data.ts';
import { useWords } from '../words.ts';

const ID = 'frm_01JD8Q4Z7M3XKV9T2B6N5P0RWE';
const ROWS = [
  { id: 'north', kilograms: 1250 },
  { id: 'south', kilograms: 87 },
] as const;

/** A time with the tooltip that it loads for the first pointer that rests on it. */
function Updated() {
  const target = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={target}>
        <Time at={hoursAgo(3)} />
      </span>
      <TimeTooltip at={hoursAgo(3)} target={target} isOver={false} />
    </>
  );
}

/** A thing in the wide column; facts, ids and history in the side panel. */
export function Details() {
  const words = useWords();
  return (
    <Detail
      aside={
        <>
          <FactList
            facts={[
              { name: words.inspector, value: 'Ines Carvalho' },
              { name: words.updated, value: <Updated /> },
              { name: words.id, value: <CopyId name={words.id} id={ID} /> },
            ]}
          />
          <Section title={words.history}>
            <History />
          </Section>
        </>
      }
    >
      <Section
        title={words.section}
        lead={words.sectionLead}
        actions={<Button variant="default">{words.quiet}</Button>}
      >
        <PlainTable
          label={words.states.table}
          items={ROWS}
          idOf={({ id }) => id}
          groupOf={({ id }) => id}
          columns={[
            { id: 'site', header: words.site, cell: ({ id }) => `${words.site} ${id}` },
            {
              id: 'weight',
              header: words.weight,
              isNumber: true,
              phone: 'labelled',
              cell: ({ kilograms }) => `${kilograms.toLocaleString()} kg`,
            },
          ]}
        />
        <Labelled label={words.address}>
          <Copyable name={words.address} text="https://forms.example.com/scim/v2" />
        </Labelled>
      </Section>
      <Section title={words.states.short}>
        <Items />
      </Section>
    </Detail>
  );
}

function Items() {
  const words = useWords();
  return (
    <ItemList
      items={[
        {
          id: 'first',
          title: words.form,
          state: (
            <StateBadge tone="green" icon={IconCircleCheck}>
              {words.status}
            </StateBadge>
          ),
          facts: words.created,
          actions: (
            <RowMenu name={words.form}>
              <Menu.Item>{words.menu}</Menu.Item>
            </RowMenu>
          ),
        },
        { id: 'second', title: words.long },
      ]}
    />
  );
}

function History() {
  const words = useWords();
  return (
    <Timeline
      events={[
        {
          id: 'completed',
          icon: IconCircleCheck,
          tone: 'green',
          title: words.completed,
          at: hoursAgo(1),
        },
        { id: 'refused', icon: IconCircleX, tone: 'red', title: words.refused, at: hoursAgo(30) },
        { id: 'created', icon: IconPencil, tone: 'grey', title: words.created, at: hoursAgo(300) },
      ]}
    />
  );
}
