import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { QuestionCheckboxModel } from 'survey-core';
import { useTranslation } from '#web/texts/texts.ts';
import { ClearAnswer } from './clear-answer.tsx';
import classes from './kinds.module.css';
import type { ScreenProps } from './later.tsx';
import { useChoices } from './use-choices.ts';
import { inputAttributes } from './use-question.ts';

type Choice = ReturnType<typeof useChoices>[number];

/** Choices that are put into an order, by buttons or by dragging. The order that is shown first is no answer. */
export function RankingScreen({ question }: ScreenProps<QuestionCheckboxModel>) {
  const { t } = useTranslation();
  const ordered = inOrder(useChoices(question), question.value);
  const { isInputReadOnly } = question;
  const isRanked = !question.isEmpty();
  const [told, setTold] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<{ readonly at: number; readonly by: -1 | 1 }>(undefined);
  useEffect(() => {
    // A row that moves loses the focus of its button; at either end, that button can do no more.
    if (focused.current === undefined) return;
    const { at, by } = focused.current;
    focused.current = undefined;
    const buttons = list.current?.children[at]?.querySelectorAll('button:enabled') ?? [];
    const button = [...buttons].at(by < 0 ? 0 : -1);
    if (button instanceof HTMLElement) button.focus();
  });
  const move = (from: number, to: number) => {
    const moved = ordered[from];
    if (moved === undefined || to < 0 || to >= ordered.length || isInputReadOnly) return;
    const rest = ordered.toSpliced(from, 1);
    question.value = rest.toSpliced(to, 0, moved).map(({ value }) => value);
    setTold(
      t('kinds.placeOf', {
        text: moved.locText.renderedHtml,
        place: to + 1,
        count: ordered.length,
      }),
    );
  };
  const drag = useDragging(list, move);
  const {
    id,
    'aria-required': _,
    'aria-invalid': _invalid,
    ...attributes
  } = inputAttributes(question);
  return (
    <div className="clearable">
      <fieldset className={classes['group']} {...attributes}>
        <ol ref={list} className={classes['ranking']} data-idle={!isRanked || undefined}>
          {ordered.map((choice, i) => (
            <li key={String(choice.value)} data-dragged={drag.at === i || undefined}>
              {!isInputReadOnly && (
                <span
                  className={classes['grip']}
                  title={t('kinds.drag')}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    drag.start(i);
                  }}
                >
                  <IconGripVertical size={18} aria-hidden />
                </span>
              )}
              <span className={classes['place']}>{isRanked ? i + 1 : '–'}</span>
              <span className={classes['ranked']}>{choice.locText.renderedHtml}</span>
              {!isInputReadOnly &&
                ([-1, 1] as const).map((by) => {
                  const text = choice.locText.renderedHtml;
                  const Icon = by < 0 ? IconArrowUp : IconArrowDown;
                  return (
                    <ActionIcon
                      key={by}
                      variant="default"
                      size="lg"
                      // The engine moves the focus to it.
                      id={i === 0 && by > 0 ? id : undefined}
                      disabled={i + by < 0 || i + by >= ordered.length}
                      aria-label={t(by < 0 ? 'kinds.moveUp' : 'kinds.moveDown', { text })}
                      onClick={() => {
                        move(i, i + by);
                        focused.current = { at: i + by, by };
                      }}
                    >
                      <Icon size={18} aria-hidden />
                    </ActionIcon>
                  );
                })}
            </li>
          ))}
        </ol>
      </fieldset>
      {!isRanked && !isInputReadOnly && (
        <div className={classes['unranked']}>
          <Text size="sm" c="dimmed">
            {t('kinds.notRanked')}
          </Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              question.value = ordered.map(({ value }) => value);
            }}
          >
            {t('kinds.keepOrder')}
          </Button>
        </div>
      )}
      <ClearAnswer
        question={question}
        onCleared={() => list.current?.querySelector<HTMLElement>('button:enabled')?.focus()}
      />
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </div>
  );
}

/** Returns the choices in the order of the answer, then those that it lacks. */
function inOrder(choices: readonly Choice[], value: unknown): readonly Choice[] {
  const places = new Map((Array.isArray(value) ? value : []).map((each, i) => [String(each), i]));
  const placeOf = (choice: Choice) => places.get(String(choice.value)) ?? choices.length;
  return choices.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Moves the row under the finger or pointer, place by place. */
function useDragging(
  list: RefObject<HTMLOListElement | null>,
  move: (from: number, to: number) => void,
) {
  const [at, setAt] = useState<number>();
  const over = useEffectEvent(({ clientY }: PointerEvent) => {
    if (at === undefined) return;
    const rows = [...(list.current?.children ?? [])];
    const found = rows.findIndex((row) => clientY <= row.getBoundingClientRect().bottom);
    const to = found < 0 ? rows.length - 1 : found;
    if (to === at) return;
    move(at, to);
    setAt(to);
  });
  const isDragging = at !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    // On the window: a row that moves loses the pointer that it has captured.
    const ended = new AbortController();
    const { signal } = ended;
    const stop = () => setAt(undefined);
    window.addEventListener('pointermove', over, { signal });
    window.addEventListener('pointerup', stop, { signal });
    window.addEventListener('pointercancel', stop, { signal });
    return () => ended.abort();
  }, [isDragging]);
  return { at, start: setAt };
}
