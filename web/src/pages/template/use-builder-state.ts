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
  const { history, selected } = state;
  const builder = useMemo<Builder>(() => {
    const become = (next: History<Definition>, chosen: Path | undefined) => {
      setState({ history: next, selected: chosen });
      if (next.present !== history.present) onChange(next.present);
    };
    const still = (definition: Definition) =>
      selected !== undefined && exists(definition, selected) ? selected : undefined;
    return {
      definition: history.present,
      selected,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      hasForms,
      faults,
      say,
      select: (path) => setState({ history, selected: path }),
      edit(definition, options = {}) {
        const next = step(history, definition, options.key);
        become(next, 'selected' in options ? options.selected : still(definition));
      },
      isMadeUp: (name) => made.current.has(name),
      made: (name) => void made.current.add(name),
      undo() {
        const next = undo(history);
        become(next, still(next.present));
      },
      redo() {
        const next = redo(history);
        become(next, still(next.present));
      },
      focus(path, part) {
        goal.current = { path, part };
      },
    };
  }, [history, selected, hasForms, faults, onChange]);
  return { builder, said };
}

const exists = (definition: Definition, path: Path): boolean =>
  path.length === 1
    ? definition.pages[path[0] ?? -1] !== undefined
    : fieldAt(definition, path) !== undefined;

function focusPart(path: Path, part: Part): void {
  document
    .querySelector<HTMLElement>(`[data-at="${path.join('.')}"][data-part="${part}"]`)
    ?.focus();
}
