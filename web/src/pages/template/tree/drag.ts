// Dragging of fields, pages and field types. Everything that dragging does can also be done with the menu of a row or
// the keyboard.
import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Path } from '#web/builder/definition.ts';
import { KINDS, type Kind } from '#web/builder/kinds.ts';

/** What is dragged: a row of the outline, or a field type. */
export type Dragged =
  | { readonly path: Path; readonly kind?: never }
  | { readonly kind: Kind; readonly path?: never };

const isPath = (value: unknown): value is Path =>
  Array.isArray(value) && value.every((index) => typeof index === 'number');

function draggedIn({ path, kind }: Record<string, unknown>): Dragged | undefined {
  if (isPath(path)) return { path };
  const known = KINDS.find((each) => each === kind);
  return known && { kind: known };
}

/** Lets people drag the element. @returns whether it is being dragged */
export function useDraggable(ref: RefObject<HTMLElement | null>, dragged: Dragged): boolean {
  const [isDragged, setDragged] = useState(false);
  const dataOf = useEffectEvent(() => ({ ...dragged }));
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    return draggable({
      element,
      getInitialData: () => dataOf(),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [ref]);
  return isDragged;
}

/** The side of an element that something is dropped at. */
export type Side = 'before' | 'after' | 'inside';

interface DropTarget {
  /** The sides that accept what is dragged; with both `before` and `after`, the nearer half decides. */
  sidesFor(dragged: Dragged): readonly Side[];
  onDrop(dragged: Dragged, side: Side): void;
}

/** Lets people drop on the element. @returns the side at which it would be dropped now */
export function useDropTarget(
  ref: RefObject<HTMLElement | null>,
  target: DropTarget,
): Side | undefined {
  const [side, setSide] = useState<Side>();
  const sideAt = useEffectEvent((data: Record<string, unknown>, y: number) => {
    const dragged = draggedIn(data);
    const sides = dragged === undefined ? [] : target.sidesFor(dragged);
    if (sides.length < 2) return sides[0];
    const { top = 0, height = 0 } = ref.current?.getBoundingClientRect() ?? {};
    return y < top + height / 2 ? sides[0] : sides[1];
  });
  const drop = useEffectEvent((data: Record<string, unknown>, y: number) => {
    const dragged = draggedIn(data);
    const at = sideAt(data, y);
    if (dragged !== undefined && at !== undefined) target.onDrop(dragged, at);
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source, input }) => sideAt(source.data, input.clientY) !== undefined,
      onDrag: ({ source, location }) =>
        setSide(sideAt(source.data, location.current.input.clientY)),
      onDragLeave: () => setSide(undefined),
      onDrop: ({ source, location }) => {
        setSide(undefined);
        drop(source.data, location.current.input.clientY);
      },
    });
  }, [ref]);
  return side;
}
