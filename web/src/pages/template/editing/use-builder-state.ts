// The draft, its undo steps, the selection and the focus change together, from every tab. They are one state, so that
// none of them is ever older than the others.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Fault } from '#web/api/template-design.ts';
import { type Definition, fieldAt, fieldsOf, type Path } from '#web/builder/definition.ts';
import { type History, redo, startHistory, step, undo } from '#web/builder/history.ts';
import type { Published } from '#web/builder/published.ts';
import { madeUpNames } from '#web/builder/retitle.ts';
import type { Builder, BuilderActions, Part, Rows } from './builder-context.ts';
import { useStartingWords } from './use-starting-words.ts';

interface Options {
  readonly start: Definition;
  readonly published: Published;
  /** The number of the published version; undefined before the first. */
  readonly version: number | undefined;
  readonly faults: readonly Fault[];
  readonly onChange: (definition: Definition) => void;
}

interface State {
  readonly history: History<Definition>;
  readonly selected: Path | undefined;
  /** The part that gets the focus once this state is rendered. */
  readonly goal?: { readonly path: Path; readonly part: Part } | undefined;
}

/** Fields whose rows are all rendered at once; of a larger form, those are that come near the screen. */
const ALL_AT_ONCE = 60;

/** Returns the state of the builder, and the text that screen readers announce. */
export function useBuilderState({ start, published, version, faults, onChange }: Options): {
  readonly builder: Builder;
  readonly actions: BuilderActions;
  readonly rows: Rows;
  readonly said: string;
} {
  const [state, setState] = useState<State>(() => ({
    history: startHistory(start),
    selected: undefined,
  }));
  const [said, say] = useState('');
  const wordsFor = useStartingWords();
  const [made] = useState(() => new Set(madeUpNames(start, (kind) => wordsFor(kind).title)));
  // Part of the state: an effect of the previous render that runs late would look for an element that does not exist
  // yet.
  const { goal } = state;
  const reached = useRef<typeof goal>(undefined);
  // The element may be on another tab, which is rendered a moment later.
  useEffect(() => {
    if (goal === undefined || goal === reached.current) return;
    if (focusPart(goal.path, goal.part)) reached.current = goal;
  });
  // The newest state: a second change in the same moment, or the undo button of an older notification, must start from
  // it.
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
      now: () => ({
        definition: current.current.history.present,
        selected: current.current.selected,
      }),
      select: (selected) => become(({ history }) => ({ history, selected })),
      edit: (change, options = {}) =>
        become((before) => {
          const definition = change(before.history.present);
          return {
            history: step(before.history, definition, options.key),
            selected: 'selected' in options ? options.selected : still(before, definition),
          };
        }),
      isMadeUp: (name) => made.has(name),
      made: (name) => void made.add(name),
      undo: () => go(undo),
      redo: () => go(redo),
      forget: () =>
        become((before) => ({ ...before, history: startHistory(before.history.present) })),
      focus: (path, part) => become((before) => ({ ...before, goal: { path, part } })),
    };
  }, [onChange, made]);
  // Published names may have answers, and undoing past the publication would bring back other names.
  const since = useRef(version);
  useEffect(() => {
    if (since.current !== version) deeds.forget();
    since.current = version;
  }, [version, deeds]);
  const { history, selected } = state;
  const builder: Builder = {
    ...deeds,
    definition: history.present,
    selected,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    published,
    faults,
  };
  const shape = useShape(history.present);
  const rows = useMemo(
    () => ({
      shape,
      goal: goal?.path,
      isLarge: fieldsOf(shape).length > ALL_AT_ONCE,
      faults,
    }),
    [shape, goal, faults],
  );
  return { builder, actions: deeds, rows, said };
}

interface Deeds extends BuilderActions {
  forget(): void;
}

/** Returns the definition of the last change that moved, added or removed a field or page. */
function useShape(definition: Definition): Definition {
  const [shape, setShape] = useState(definition);
  if (shape === definition || shapeOf(shape) === shapeOf(definition)) return shape;
  setShape(definition);
  return definition;
}

const shapeOf = (definition: Definition): string =>
  `${definition.pages.length} ${fieldsOf(definition)
    .map(({ path, field }) => path.join('.') + field.type)
    .join()}`;

const exists = (definition: Definition, path: Path): boolean =>
  path.length === 1
    ? definition.pages[path[0] ?? -1] !== undefined
    : fieldAt(definition, path) !== undefined;

function focusPart(path: Path, part: Part): boolean {
  const at = path.join('.');
  const found = document.querySelector<HTMLElement>(`[data-at="${at}"][data-part="${part}"]`);
  found?.focus();
  return found !== null;
}
