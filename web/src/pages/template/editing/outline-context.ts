import { createContext, useContext } from 'react';
import type { Path } from '#web/builder/definition.ts';

/** A dialog of the outline, and what it is about. */
export type OutlineDialog =
  | { readonly type: 'add' | 'lines'; readonly to: Path; readonly title: string }
  | { readonly type: 'move'; readonly paths: readonly Path[] };

export interface Outline {
  open(dialog: OutlineDialog): void;
  /** The chosen fields; undefined while people do not choose several. */
  readonly chosen: readonly Path[] | undefined;
  choose(paths: readonly Path[] | undefined): void;
}

export const OutlineContext = createContext<Outline | undefined>(undefined);

export function useOutline(): Outline {
  const outline = useContext(OutlineContext);
  if (outline === undefined) throw new Error('There is no outline around this part.');
  return outline;
}

export const isChosen = (chosen: readonly Path[] | undefined, path: Path): boolean =>
  chosen?.some((each) => each.join() === path.join()) === true;
