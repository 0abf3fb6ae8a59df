// The files of an answer, as they are printed.
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { fileOfSketch } from '#questionnaires/answers/sketch-shapes.ts';
import type { ShownAnswer } from './shown-answer.ts';

interface FileToDraw {
  readonly id: string;
  /** The name to write below; undefined for that of the file. */
  readonly name?: string | undefined;
}

/** Returns the files of an answer. A drawing on a photo is printed under the name of the photo. */
export function filesIn({ type, value, displayValue }: ShownAnswer): readonly FileToDraw[] {
  if (type !== 'sketch') return idsIn(value).map((id) => ({ id }));
  const picture = fileOfSketch(value, 'picture');
  return picture === undefined ? [] : idsIn(picture).map((id) => ({ id, name: displayValue }));
}

function idsIn(value: JsonValue): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((each: JsonValue) => {
    const id = isObject(each) ? member(each, 'id') : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
