import { Checkbox } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { Path } from '#web/builder/definition.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { isChosen, useOutline } from '#web/pages/template/editing/outline-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { useGroupDeeds } from '#web/pages/template/editing/use-group-deeds.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Dragged, type Side, useDraggable, useDropTarget } from './drag.ts';

/** Returns a function that moves or adds what was dropped before the field or page at `goal`. */
function useDrop(): (dragged: Dragged, goal: Path) => void {
  const deeds = useDeeds();
  const group = useGroupDeeds();
  const { chosen } = useOutline();
  return ({ path, kind }, goal) => {
    if (kind !== undefined) deeds.addAt(kind, goal);
    else if (chosen !== undefined && isChosen(chosen, path)) group.move(chosen, goal);
    else deeds.moveTo(path, goal);
  };
}

const goalAt = (path: Path, side: Side): Path => {
  if (side === 'inside') return [...path, 0];
  return side === 'before' ? path : path.with(-1, (path.at(-1) ?? 0) + 1);
};

/** Returns whether the path is the dragged one or lies inside of it. */
const isWithin = (path: Path, { path: dragged }: Dragged): boolean =>
  dragged?.every((index, i) => path[i] === index) === true;

interface RowFrameProps {
  readonly path: Path;
  readonly title: string;
  /** It is a section: what is dropped on its lower half becomes its first field. */
  readonly isHolder: boolean;
  /** The only page cannot be dragged. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** The line of a field or page: it can be dragged, dropped at, and chosen together with others. */
export function RowFrame({ path, title, isHolder, isFixed = false, children }: RowFrameProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  const { chosen, choose } = useOutline();
  const drop = useDrop();
  const isPage = path.length === 1;
  const isDragged = useDraggable(ref, { path });
  const side = useDropTarget(ref, {
    sidesFor(dragged) {
      if (isWithin(path, dragged)) return [];
      if (dragged.path?.length === 1) return isPage ? ['before', 'after'] : [];
      if (isPage) return ['inside'];
      return ['before', isHolder ? 'inside' : 'after'];
    },
    onDrop: (dragged, at) => drop(dragged, goalAt(path, at)),
  });
  const isPicked = isChosen(chosen, path);
  const rest = chosen?.filter((each) => each.join() !== path.join()) ?? [];
  return (
    <div
      ref={ref}
      className={classes['frame']}
      data-drop={side}
      data-dragged={isDragged || undefined}
      data-fixed={isFixed || undefined}
    >
      {chosen === undefined || isPage ? (
        !isFixed && <IconGripVertical size={16} className={classes['grip']} aria-hidden />
      ) : (
        <Checkbox
          ml={4}
          aria-label={t('outline.choose', { title })}
          checked={isPicked}
          onChange={() => choose(isPicked ? rest : [...rest, path])}
        />
      )}
      {children}
    </div>
  );
}

interface EndProps {
  readonly holder: Path;
  /** How many fields the page or section has. */
  readonly count: number;
  readonly children: ReactNode;
}

/** The end of a page or section, where a dropped field becomes the last one. */
export function HolderEnd({ holder, count, children }: EndProps) {
  const ref = useRef<HTMLDivElement>(null);
  const drop = useDrop();
  const side = useDropTarget(ref, {
    sidesFor: (dragged) =>
      dragged.path?.length === 1 || isWithin(holder, dragged) ? [] : ['inside'],
    onDrop: (dragged) => drop(dragged, [...holder, count]),
  });
  return (
    <div ref={ref} className={classes['end']} data-drop={side && 'before'}>
      {children}
    </div>
  );
}
