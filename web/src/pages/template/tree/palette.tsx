import { Box, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react';
import { findKinds } from '#web/builder/find-kind.ts';
import type { Kind } from '#web/builder/kinds.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilderActions } from '#web/pages/template/editing/builder-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { KindIcon } from '#web/templates/kind-icon.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { useDraggable } from './drag.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The field types beside the outline: dragged into it, or added below the open field with a click. */
export const Palette = memo(() => {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Kind>();
  const { groups } = findKinds('', (kind) => ({ name: t(`builder.kinds.${kind}`), keywords: '' }));
  const kinds = groups.flatMap((group) => group.kinds);
  // One stop for the Tab key; the arrow keys move within.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons.findIndex((button) => button.matches(':focus')) + step;
    buttons[(next + buttons.length) % buttons.length]?.focus();
  };
  return (
    <section className={classes['palette']} aria-label={t('outline.palette')}>
      <Text size="xs" c="dimmed" mb="xs">
        {t('outline.paletteLead')}
      </Text>
      <Stack gap="sm" ref={list} onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <Box role="group" key={group.group} aria-labelledby={`${id}-${group.group}`}>
            <Text size="xs" fw={550} c="dimmed" id={`${id}-${group.group}`}>
              {t(`builder.kindGroups.${group.group}`)}
            </Text>
            {group.kinds.map((kind) => (
              <Item
                key={kind}
                kind={kind}
                isStop={kind === (current ?? kinds[0])}
                onFocus={() => setCurrent(kind)}
              />
            ))}
          </Box>
        ))}
      </Stack>
    </section>
  );
});

interface ItemProps {
  readonly kind: Kind;
  readonly isStop: boolean;
  readonly onFocus: () => void;
}

function Item({ kind, isStop, onFocus }: ItemProps) {
  const { t } = useTranslation();
  const { now } = useBuilderActions();
  const deeds = useDeeds();
  const ref = useRef<HTMLDivElement>(null);
  const isDragged = useDraggable(ref, { kind });
  return (
    <div ref={ref} className={classes['item']} data-dragged={isDragged || undefined}>
      <UnstyledButton
        className={classes['itemButton']}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => {
          const { selected } = now();
          // Behind a section, too: its own rows add into it.
          if (selected === undefined || selected.length === 1) deeds.add(kind, selected);
          else deeds.addAt(kind, selected.with(-1, (selected.at(-1) ?? 0) + 1));
        }}
      >
        <KindIcon kind={kind} />
        <span>{t(`builder.kinds.${kind}`)}</span>
      </UnstyledButton>
      <IconGripVertical size={14} className={classes['grip']} aria-hidden />
    </div>
  );
}
