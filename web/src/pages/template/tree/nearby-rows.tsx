import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Path } from '#web/builder/definition.ts';
import { useRows } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Rows that are rendered together. */
export const ROWS_TOGETHER = 25;
/** The usual height of a row, in pixels: the page must not jump while somebody scrolls. */
const ROW_HEIGHT = 56;
const NEAR = '1000px';

interface NearbyRowsProps {
  /** The path of the page or section. */
  readonly above: Path;
  /** The position of the first row in it. */
  readonly from: number;
  readonly count: number;
  /** Whether one of them is open, or has an open one inside. */
  readonly isOpen: boolean;
  readonly children: () => ReactNode;
}

/**
 * Renders some rows of a large form when they come near the screen, or when one of them is selected or gets the focus:
 * thousands of rows at once would keep the browser busy for a minute.
 */
export function NearbyRows({ above, from, count, isOpen, children }: NearbyRowsProps) {
  const { t } = useTranslation();
  const { goal } = useRows();
  const ref = useRef<HTMLLIElement>(null);
  const [wasNear, setNear] = useState(false);
  const at = goal?.[above.length] ?? -1;
  const hasGoal = above.every((index, i) => goal?.[i] === index) && at >= from && at < from + count;
  const isShown = wasNear || isOpen || hasGoal;
  useEffect(() => {
    if (isShown) return setNear(true);
    if (ref.current === null) return undefined;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isShown]);
  if (isShown) return children();
  return (
    <li ref={ref} style={{ blockSize: count * ROW_HEIGHT }}>
      <Text size="sm" c="dimmed">
        {t('outline.later', { from: from + 1, to: from + count })}
      </Text>
    </li>
  );
}
