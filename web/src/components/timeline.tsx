import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from './state-badge.tsx';
import { Time } from './time.tsx';
import classes from './timeline.module.css';

export interface TimelineEvent {
  readonly id: string;
  readonly icon: Icon;
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly at: string;
  readonly children?: ReactNode;
}

/** Events in a list from top to bottom; failures have their own colour so that they are found quickly. */
export function Timeline({ events }: { readonly events: readonly TimelineEvent[] }) {
  return (
    <ol className={classes['timeline']}>
      {events.map(({ id, icon: EventIcon, tone, title, at, children }) => (
        <li key={id}>
          <span className={classes['dot']} data-tone={tone}>
            <EventIcon size={14} aria-hidden />
          </span>
          <div className={classes['text']}>
            <div className="wrap-anywhere">{title}</div>
            <div className={classes['time']}>
              <Time at={at} />
            </div>
            {children}
          </div>
        </li>
      ))}
    </ol>
  );
}
