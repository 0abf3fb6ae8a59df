import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import classes from './banner.module.css';

interface BannerProps {
  readonly tone: 'amber' | 'red';
  readonly icon: Icon;
  /** The screen where the problem can be solved. */
  readonly to: NonNullable<LinkProps['to']>;
  readonly link: string;
  readonly children: ReactNode;
}

/** A message above every screen that must not be missed, with a link to where the problem can be solved. */
export function Banner({ tone, icon: BannerIcon, to, link, children }: BannerProps) {
  return (
    <div role="status" className={classes['banner']} data-tone={tone}>
      <BannerIcon size={18} aria-hidden />
      <div className={classes['text']}>
        <div>{children}</div>
        <LinkAnchor to={to} c="inherit" underline="always" fw={550}>
          {link}
        </LinkAnchor>
      </div>
    </div>
  );
}
