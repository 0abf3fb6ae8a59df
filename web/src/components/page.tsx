import { Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { LinkAnchor } from './link-anchor.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The list that this screen is an entry of. */
  readonly back?: { readonly to: NonNullable<LinkProps['to']>; readonly label: string };
  /** The state of the thing, as a badge beside the title. */
  readonly state?: ReactNode;
  readonly lead?: string;
  /** The actions of the screen: one of them filled, the others outlined or in a menu. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A screen with its title, which is also the title of the tab. The title gets the focus, so that a screen reader says
 * which screen this is.
 */
export function Page({ title, back, state, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = useRef(false);
  // Before the first paint: later, it would take the focus from somebody who has begun to type.
  useLayoutEffect(() => {
    document.title = `${title} – Formstead`;
    if (!isShown.current || isFree(document.activeElement)) heading.current?.focus();
    isShown.current = true;
  }, [title]);
  return (
    <Stack gap="sm">
      <header className={classes['header']}>
        {back && (
          <LinkAnchor to={back.to} size="sm" className={classes['back']}>
            <IconChevronLeft size={14} aria-hidden />
            {back.label}
          </LinkAnchor>
        )}
        <div className={classes['line']}>
          <Group gap="xs" flex="1 1 8rem" miw={0}>
            <Title order={1} className="wrap-anywhere" ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {state}
          </Group>
          {actions}
        </div>
        {lead !== undefined && (
          <Text c="dimmed" maw="44rem">
            {lead}
          </Text>
        )}
      </header>
      {children}
    </Stack>
  );
}

/**
 * Returns whether the focus may move to the title. When a screen only changes its title, as when the server names a
 * form, people who work in it keep the focus.
 */
const isFree = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('a') !== null;
