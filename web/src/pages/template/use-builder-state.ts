import { useEffect, useMemo, useRef, useState } from 'react';
import type { Fault } from '../../api/templates.ts';
import { type Definition, fieldAt, type Path } from '../../builder/definition.ts';
import { type History, redo, startHistory, step, undo } from '../../builder/history.ts';
import type { Builder, Part } from './builder-context.ts';

interface Options {
  readonly start: Definition;
  readonly hasForms: boolean;
  readonly faults: readonly Fault[];
  readonly onChange: (definition: Definition) => void;
}

interface State {
  readonly history: History<Definition>;
  readonly selected: Path | undefined;
}

/** All that is edited on the page of a template, and the words for who listens. */
export function useBuilderState({ start, hasForms, faults, onChange }: Options): {
  readonly builder: Builder;
  readonly said: string;
} {
  const [state, setState] = useState<State>(() => ({
    history: startHistory(start),
    selected: undefined,
  }));
  const [said, say] = useState('');
  const made = useRef(new Set<string>());
  const goal = useRef<{ readonly path: Path; readonly part: Part }>(undefined);
  useEffect(() => {
    if (goal.current === undefined) return;
    const { path, part } = goal.current;
    goal.current = undefined;
    focusPart(path, part);
  });
  // What comes after another change of the same moment, or from a note about an older one, goes on from
  // what is there now.
  const current = useRef(state);
  const deeds = useMemo<Deeds>(() => {
    const become = (change: (before: State) => State) => {
      const before = current.current;
      const next = change(before);
      current.current = next;
      setState(next);
      if (next.history.present !== before.history.present) onChange(next.history.present);
    };
    const still = ({ selected }: State, definition: Definition) =>
      selected !== undefined && exists(definition, selected) ? selected : undefined;
    const go = (way: typeof undo) =>
      become((before) => {
        const history = way(before.history);
        return { history, selected: still(before, history.present) };
      });
    return {
      say,
      select: (selected) => become((before) => ({ ...before, selected })),
      edit: (definition, options = {}) =>
        become((before) => ({
          history: step(before.history, definition, options.key),
          selected: 'selected' in options ? options.selected : still(before, definition),
        })),
      isMadeUp: (name) => made.current.has(name),
      made: (name) => void made.current.add(name),
      undo: () => go(undo),
      redo: () => go(redo),
      focus: (path, part) => {
        goal.current = { path, part };
      },
    };
  }, [onChange]);
  const { history, selected } = state;
  const builder: Builder = {
    ...deeds,
    definition: history.present,
    selected,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    hasForms,
    faults,
  };
  return { builder, said };
}

type Deeds = Pick<
  Builder,
  'select' | 'edit' | 'isMadeUp' | 'made' | 'undo' | 'redo' | 'say' | 'focus'
>;

const exists = (definition: Definition, path: Path): boolean =>
  path.length === 1
    ? definition.pages[path[0] ?? -1] !== undefined
    : fieldAt(definition, path) !== undefined;

function focusPart(path: Path, part: Part): void {
  document
    .querySelector<HTMLElement>(`[data-at="${path.join('.')}"][data-part="${part}"]`)
    ?.focus();
}
