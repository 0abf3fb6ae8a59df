import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import { exactTime } from './exact-time.ts';

export interface TimeTooltipProps {
  readonly at: string;
  readonly target: RefObject<HTMLElement | null>;
  /** Whether the pointer is on the target when this is first shown; from then on it sees to that itself. */
  readonly isOver: boolean;
}

/** Shows the exact time while the pointer is on a relative one. */
export function TimeTooltip({ at, target, isOver }: TimeTooltipProps) {
  const { i18n } = useTranslation();
  return (
    <Tooltip label={exactTime(new Date(at), i18n.locale)} target={target} defaultOpened={isOver} />
  );
}
