import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import { type FileReference, referencesIn } from '#web/files/file-references.ts';
import { isRecord } from '#web/offline/merge.ts';

export interface SketchValue {
  readonly photo: FileReference;
  /** The photo with the drawing; the same file as `photo` while nothing is drawn. */
  readonly picture: FileReference;
  readonly shapes: readonly DrawnShape[];
}

/** Reads the answer to a drawing on a photo; undefined for anything else. */
export function sketchIn(value: unknown): SketchValue | undefined {
  if (!isRecord(value) || !Array.isArray(value['shapes'])) return undefined;
  const [photo] = referencesIn(value['photo']);
  const [picture] = referencesIn(value['picture']);
  if (photo === undefined || picture === undefined) return undefined;
  return { photo, picture, shapes: value['shapes'].filter(isShape) };
}

const isShape = (value: unknown): value is DrawnShape =>
  isRecord(value) && typeof value['kind'] === 'string' && Array.isArray(value['points']);
