import { createContext, useContext } from 'react';
import type { Fault } from '../../api/templates.ts';
import type { Definition, Path } from '../../builder/definition.ts';
import type { Published } from '../../builder/published.ts';

/** Where in the row of a field the focus goes. */
export type Part = 'head' | 'up' | 'down' | 'more' | 'title';

export interface Builder {
  readonly definition: Definition;
  /** Of the field or page whose properties are open. */
  readonly selected: Path | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Forms may have answers under these names and values: they do not follow titles any more. */
  readonly published: Published;
  /** What the server found wrong, until the next change. */
  readonly faults: readonly Fault[];
  select(path: Path | undefined): void;
  /**
   * One step that can be undone; steps of the same key in a row are one. It is told what is there by then: when an input
   * is left within the deed of another, `definition` is older than that.
   */
  edit(change: (now: Definition) => Definition, options?: EditOptions): void;
  /** Whether the name was made of a title here, by no person. */
  isMadeUp(name: string): boolean;
  made(name: string): void;
  undo(): void;
  redo(): void;
  /** To who listens. */
  say(text: string): void;
  /** After the next change is shown. */
  focus(path: Path, part: Part): void;
}

export interface EditOptions {
  readonly key?: string;
  readonly selected?: Path | undefined;
}

export const BuilderContext = createContext<Builder | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === undefined) throw new Error('There is no builder around this part.');
  return builder;
}
