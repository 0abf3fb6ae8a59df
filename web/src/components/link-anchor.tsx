import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

interface Props extends Omit<AnchorProps, 'href'> {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

/** A link inside the app. Its target and search parameters are checked against the routes by types. */
export const LinkAnchor = createLink((props: Props) => <Anchor {...props} />);
