import { Button, Checkbox, Group } from '@mantine/core';
import { IconSquareCheck } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Matching } from '#web/api/bulk-acts.ts';
import { late } from '#web/components/late.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** As high as the other cells of its row. */
const MIDDLE = { verticalAlign: 'middle' } as const;

const BulkBar = late(() => import('./bulk-bar.tsx'), 'BulkBar');

interface Selectable {
  readonly id: string;
  readonly name: string;
}

/** The chosen forms: `all` that match, also those that are not loaded. */
type Chosen = ReadonlySet<string> | 'all';

interface SelectionProps {
  /** The loaded forms, or the loaded work. */
  readonly items: readonly Selectable[];
  /** The number that matches; undefined while it is not known, and for work, which is counted when it is needed. */
  readonly total: number | undefined;
  readonly isTotalExact: boolean;
  readonly matching: Matching;
}

export interface Selection {
  /** A button that begins to choose forms; undefined while forms are chosen. */
  readonly button: ReactNode;
  /** What can be done with the chosen forms; undefined while none are to be chosen. */
  readonly bar: ReactNode;
  /** Returns whether a form is chosen; undefined while none are to be chosen. */
  readonly isChosen: ((id: string) => boolean) | undefined;
  /** Puts a box to choose a form before what is shown of it. */
  readonly withBox: (item: Selectable, shown: ReactNode, isTabStop?: boolean) => ReactNode;
}

/**
 * Chooses forms of a list, one by one or all that match. Other filters begin again, so that nobody acts on forms that
 * they do not see.
 */
export function useSelection({ items, total, isTotalExact, matching }: SelectionProps): Selection {
  const { t } = useTranslation();
  const key = JSON.stringify(matching);
  const [state, setState] = useState<{ readonly key: string; readonly chosen: Chosen }>();
  const chosen = state?.key === key ? state.chosen : new Set<string>();
  const choose = (next: Chosen) => setState({ key, chosen: next });
  const isOn = state !== undefined;
  const isChosen = (id: string) => chosen === 'all' || chosen.has(id);
  const toggle = (id: string) => {
    const next = new Set(chosen === 'all' ? items.map((item) => item.id) : chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return {
    button: !isOn && items.length > 0 && (
      <Button
        variant="default"
        leftSection={<IconSquareCheck size={16} aria-hidden />}
        onClick={() => choose(new Set())}
      >
        {t('bulk.select')}
      </Button>
    ),
    bar: isOn && (
      <Suspense>
        <BulkBar
          ids={chosen === 'all' ? undefined : [...chosen]}
          {...{ total, isTotalExact, matching }}
          onAll={() => choose('all')}
          onNone={() => choose(new Set())}
          onClose={() => setState(undefined)}
        />
      </Suspense>
    ),
    isChosen: isOn ? isChosen : undefined,
    withBox: ({ id, name }, shown, isTabStop = true) =>
      isOn ? (
        <Group
          component="span"
          display="inline-flex"
          gap="xs"
          wrap="nowrap"
          maw="100%"
          style={MIDDLE}
        >
          <Checkbox
            size="xs"
            aria-label={t('bulk.selectOne', { name })}
            checked={isChosen(id)}
            onChange={() => toggle(id)}
            tabIndex={isTabStop ? 0 : -1}
          />
          <span className="cut-off">{shown}</span>
        </Group>
      ) : (
        shown
      ),
  };
}
