import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state-badge.module.css';

/**
 * The colour of a state: grey for not begun or over, blue for in progress, green for good, amber for attention needed,
 * red for failed or blocked.
 */
export type Tone = 'grey' | 'blue' | 'green' | 'amber' | 'red';

interface StateBadgeProps {
  readonly tone: Tone;
  readonly icon: Icon;
  /** The state in one or two words. */
  readonly children: ReactNode;
}

/** Shows a state by colour, icon and word together, because each of them alone would be missed by some people. */
export function StateBadge({ tone, icon: StateIcon, children }: StateBadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <StateIcon size={14} aria-hidden />
      {children}
    </span>
  );
}
