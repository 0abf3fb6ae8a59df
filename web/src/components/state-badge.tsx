import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state-badge.module.css';

/** What a state asks of the reader: nothing yet, work, care, a remedy, or nothing more. */
export type Tone = 'grey' | 'blue' | 'green' | 'amber' | 'red';

interface StateBadgeProps {
  readonly tone: Tone;
  readonly icon: Icon;
  /** The state in a word or two. */
  readonly children: ReactNode;
}

/** A state, told by a colour, an icon and a word: each of them alone is missed by somebody. */
export function StateBadge({ tone, icon: StateIcon, children }: StateBadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <StateIcon size={14} aria-hidden />
      {children}
    </span>
  );
}
