import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';
import type { Tone } from './state-badge.tsx';

interface CalloutProps {
  readonly tone: Tone;
  readonly icon: Icon;
  readonly title: string;
  /** `status`: it appears while the screen is open, and screen readers announce it. */
  readonly role?: 'note' | 'status';
  readonly children?: ReactNode;
}

/** A message to read before the rest, on a background in the colour of its tone. */
export function Callout({ tone, icon: Picture, title, role = 'note', children }: CalloutProps) {
  return (
    <div role={role} className={classes['callout']} data-tone={tone}>
      <Picture size={20} aria-hidden />
      <div className="wrap-anywhere">
        <Text fw={550}>{title}</Text>
        {children}
      </div>
    </div>
  );
}
