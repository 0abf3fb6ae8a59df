import type { KeyboardEvent, MouseEvent } from 'react';
import { fieldsOf, type Path } from '#web/builder/definition.ts';
import type { Direction } from '#web/builder/edit.ts';
import { useBuilderActions } from '#web/pages/template/editing/builder-context.ts';
import { isChosen, useOutline } from '#web/pages/template/editing/outline-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';

const DIRECTIONS = new Map<string, Direction>([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowRight', 'in'],
  ['ArrowLeft', 'out'],
]);

/** Returns the key handler of a row's button. */
export function useRowKeys(path: Path, title: string): (event: KeyboardEvent) => void {
  const deeds = useDeeds();
  const { open } = useOutline();
  const choose = useChoice(path);
  const isField = path.length > 1;
  const plain = (from: Element): ReadonlyMap<string, () => void> =>
    new Map([
      ['ArrowUp', () => focusBeside(from, -1)],
      ['ArrowDown', () => focusBeside(from, 1)],
      ['Delete', () => deeds.remove(path)],
      ['n', () => open({ type: 'add', to: path, title })],
      ...(isField ? [['m', () => open({ type: 'move', paths: [path] })] as const] : []),
      ...(isField ? [['x', choose.toggle] as const] : []),
    ]);
  const deedOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
    const direction = DIRECTIONS.get(key);
    if (altKey) return direction && (() => deeds.move(path, direction, 'head'));
    if (ctrlKey || metaKey) return key === 'd' ? () => deeds.duplicate(path) : undefined;
    return plain(currentTarget).get(key);
  };
  return (event) => {
    const deed = deedOf(event);
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  };
}

/** Moves the focus to the button of the next row, or the one before. */
function focusBeside(from: Element, step: 1 | -1): void {
  const heads = [...document.querySelectorAll<HTMLElement>('[data-part=head]')];
  const at = heads.findIndex((head) => head.contains(from));
  heads[at + step]?.focus();
}

interface Choice {
  /** Chooses the field, or no longer. */
  toggle(): void;
  /** Chooses with Ctrl, and all up to the field with Shift. @returns whether the click did so */
  click(event: MouseEvent): boolean;
}

export function useChoice(path: Path): Choice {
  const { now } = useBuilderActions();
  const { chosen = [], choose } = useOutline();
  const toggle = () => {
    const rest = chosen.filter((each) => each.join() !== path.join());
    choose(isChosen(chosen, path) ? rest : [...rest, path]);
  };
  const extend = () => {
    const all = fieldsOf(now().definition).map((placed) => placed.path);
    const indexOf = (wanted: Path) => all.findIndex((each) => each.join() === wanted.join());
    const from = indexOf(chosen.at(-1) ?? path);
    const to = indexOf(path);
    const range = all.slice(Math.min(from, to), Math.max(from, to) + 1);
    choose([...chosen, ...range.filter((each) => !isChosen(chosen, each))]);
  };
  return {
    toggle,
    click({ ctrlKey, metaKey, shiftKey }) {
      if (shiftKey) extend();
      else if (ctrlKey || metaKey) toggle();
      else return false;
      return true;
    },
  };
}
