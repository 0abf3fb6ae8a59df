import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { positionIn } from '#questionnaires/reading/structured-text.ts';

interface AnswerPlaceProps {
  readonly value: unknown;
  readonly children: ReactNode;
}

/** Links a place to a map. The map learns of it only when somebody follows the link. */
export function AnswerPlace({ value, children }: AnswerPlaceProps) {
  const position = positionIn(value);
  if (position === undefined) return children;
  const { lat, lon } = position;
  return (
    <Anchor
      href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </Anchor>
  );
}
