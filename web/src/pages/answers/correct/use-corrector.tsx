import { VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';
import { loadTexts } from '#web/texts/i18n.ts';
import { texts } from '#web/texts/texts.ts';
import type { Anchor } from './corrector.tsx';
import type { Typed } from './typed.ts';

const load = async () => {
  const areas = ['errors', 'fill', 'survey'] as const;
  const [module] = await Promise.all([import('./corrector.tsx'), loadTexts(areas)]);
  return { default: module.Corrector };
};
const Corrector = lazy(load);

/** Loads what a correction needs, when somebody is about to begin one. The click loads it again if this fails. */
const prepare = (): void => void load().catch(() => undefined);

interface Answer {
  readonly item: AnswerRow;
  readonly field: AnswerField;
  readonly anchor?: Anchor | undefined;
}

export interface CorrectorState {
  /** Begins the correction of an answer, unless another one has been typed and is not stored. */
  readonly open: (answer: Answer) => void;
  readonly prepare: () => void;
  /** The open correction: beside its cell where anchors are measured from, else as a dialog. */
  readonly shown: (
    where: 'anchored' | 'dialog',
    onEnd?: (answer: Pick<Answer, 'item' | 'field'>) => void,
  ) => ReactNode;
  /** Tells people who do not see the table that an answer was stored. */
  readonly status: ReactNode;
}

/**
 * The correction of answers of a list, one at a time. It belongs to the page: what is typed stays when a turned device
 * shows cards instead of the table.
 */
export function useCorrector(template: string): CorrectorState {
  const [opened, setOpened] = useState<Answer & { readonly count: number }>();
  const [saved, setSaved] = useState('');
  const typed = useRef<Typed>(undefined);
  const count = useRef(0);
  const close = () => {
    typed.current = undefined;
    setOpened(undefined);
  };
  return {
    open: (answer) => {
      if (typed.current !== undefined) return;
      count.current += 1;
      setSaved('');
      setOpened({ ...answer, count: count.current });
    },
    prepare,
    status: <VisuallyHidden role="status">{saved}</VisuallyHidden>,
    shown: (where, onEnd) =>
      opened && (
        <Suspense fallback={undefined}>
          <Corrector
            key={opened.count}
            number={opened.count}
            template={template}
            item={opened.item}
            field={opened.field}
            anchor={where === 'anchored' ? opened.anchor : undefined}
            typed={typed}
            onSaved={() => {
              setSaved(texts.t('correct.saved', { field: opened.field.title }));
              close();
              onEnd?.(opened);
            }}
            onClose={() => {
              close();
              onEnd?.(opened);
            }}
          />
        </Suspense>
      ),
  };
}
