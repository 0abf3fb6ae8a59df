import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  /** What can be done here, beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, also in the tab, gets the focus, so that a screen reader says where one is. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = useRef(false);
  // Before it is seen: a moment later, it would take the focus from who has begun to type already.
  useLayoutEffect(() => {
    document.title = `${title} – Formstead`;
    if (!isShown.current || isFree(document.activeElement)) heading.current?.focus();
    isShown.current = true;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start">
        <Box flex="1 1 20rem">
          <Title order={1} size="h2" className="wrap-anywhere" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" mt={4} maw="44rem">
              {lead}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

/** A page that gets another name, as a form does from the service, takes the focus from nobody who is at work in it. */
const isFree = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('a') !== null;
