import type { JsonObject } from '#kernel/json.ts';
import {
  isOfList,
  type ListShape,
  type Members,
  shapesOf,
} from '#questionnaires/answers/answer-shapes.ts';

/** Returns the ids of the shared lists that a definition uses, each once. */
export const listIdsIn = (definition: JsonObject): readonly string[] => [
  ...new Set(
    shapesIn(shapesOf(definition))
      .map(({ list }) => list)
      .filter((id) => id !== ''),
  ),
];

const shapesIn = (members: Members): readonly ListShape[] =>
  [...members.values()].flatMap((shape) => {
    if (shape.kind === 'row') return isOfList(shape) ? [shape] : [];
    return shape.kind === 'rows' ? shapesIn(shape.members) : [];
  });
