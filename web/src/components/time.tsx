import { type ComponentType, lazy, type PointerEvent, Suspense, useRef, useState } from 'react';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { exactTime } from './exact-time.ts';
import { timeText } from './time-text.ts';
import type { TimeTooltipProps } from './time-tooltip.tsx';

// What floats over a page is heavier than a list, so it is loaded for the first pointer that rests on a time. Without a
// network the relative time has to do.
const TimeTooltip = lazy(async (): Promise<{ default: ComponentType<TimeTooltipProps> }> => {
  const loaded = await import('./time-tooltip.tsx').catch(() => undefined);
  return { default: loaded?.TimeTooltip ?? Nothing };
});
const Nothing = () => undefined;

interface TimeProps {
  readonly at: string;
  /** Shows the exact time instead of a relative one. */
  readonly isExact?: boolean;
}

/** Shows a relative time or a date, with the exact time as a tooltip. */
export function Time({ at, isExact = false }: TimeProps) {
  const { i18n } = useTranslation();
  if (isExact) return <time dateTime={at}>{exactTime(new Date(at), i18n.locale)}</time>;
  return <RelativeTime at={at} />;
}

function RelativeTime({ at }: Pick<TimeProps, 'at'>) {
  const { i18n } = useTranslation();
  const element = useRef<HTMLTimeElement>(null);
  /** Undefined before a pointer was on it for the first time. A finger never rests. */
  const [isOver, setOver] = useState<boolean>();
  const enter = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') setOver(true);
  };
  return (
    <>
      <time
        ref={element}
        dateTime={at}
        onPointerEnter={enter}
        onPointerLeave={isOver ? () => setOver(false) : undefined}
      >
        {timeText(new Date(at), new Date(), i18n.locale, shownZone())}
      </time>
      {isOver !== undefined && (
        <Suspense>
          <TimeTooltip at={at} target={element} isOver={isOver} />
        </Suspense>
      )}
    </>
  );
}
