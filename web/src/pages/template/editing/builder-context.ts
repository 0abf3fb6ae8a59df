import { createContext, useContext } from 'react';
import type { Fault } from '#web/api/template-design.ts';
import type { Definition, Path } from '#web/builder/definition.ts';
import type { Published } from '#web/builder/published.ts';

/** The part of a field's row that gets the focus. */
export type Part = 'head' | 'up' | 'down' | 'more' | 'title';

/** The draft, and what of it is open. */
export interface Draft {
  readonly definition: Definition;
  /** The path of the field or page whose properties are open. */
  readonly selected: Path | undefined;
}

/** What can be done with the draft. It stays the same object, so that what only acts is not rendered at each key. */
export interface BuilderActions {
  /** Returns the newest draft. */
  now(): Draft;
  select(path: Path | undefined): void;
  /**
   * Makes a change that can be undone; consecutive changes of the same key are one step. `change` gets the current
   * definition: when an action makes an input lose the focus, that input edits first, and `definition` is then
   * outdated.
   */
  edit(change: (now: Definition) => Definition, options?: EditOptions): void;
  /** Returns whether the builder made the name from a title, so that nobody has chosen it. */
  isMadeUp(name: string): boolean;
  made(name: string): void;
  undo(): void;
  redo(): void;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Moves the focus once the next change is rendered. */
  focus(path: Path, part: Part): void;
}

export interface Builder extends Draft, BuilderActions {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The published names and values, under which forms may have answers: they do not follow titles any more. */
  readonly published: Published;
  /** The faults that the server found, until the next change. */
  readonly faults: readonly Fault[];
}

/** What the rows of the outline need besides their field. It stays the same while somebody types. */
export interface Rows {
  /** A definition with the fields of the newest one in their places; the texts may be older. */
  readonly shape: Definition;
  /** The path of the field or page that gets the focus once it is rendered. */
  readonly goal: Path | undefined;
  /** Whether the form has more fields than are all rendered at once. */
  readonly isLarge: boolean;
  /** The faults that the server found, until the next change. */
  readonly faults: readonly Fault[];
}

export interface EditOptions {
  readonly key?: string;
  readonly selected?: Path | undefined;
}

export const BuilderContext = createContext<Builder | undefined>(undefined);
export const ActionsContext = createContext<BuilderActions | undefined>(undefined);
export const RowsContext = createContext<Rows | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === undefined) throw new Error('There is no builder around this part.');
  return builder;
}

export function useBuilderActions(): BuilderActions {
  const actions = useContext(ActionsContext);
  if (actions === undefined) throw new Error('There is no builder around this part.');
  return actions;
}

export function useRows(): Rows {
  const rows = useContext(RowsContext);
  if (rows === undefined) throw new Error('There is no builder around this part.');
  return rows;
}
