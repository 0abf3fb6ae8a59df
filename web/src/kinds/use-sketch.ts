import { use, useRef } from 'react';
import type { ValueFault } from '#questionnaires/answers/answer-faults.ts';
import { faultOfFile } from '#questionnaires/answers/answer-faults.ts';
import { rulesOf } from '#questionnaires/answers/question-rules.ts';
import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import type { SketchQuestion } from '#questionnaires/engine/own-questions.ts';
import { FormFilesContext } from '#web/files/form-files.ts';
import { bytesOf, shrink } from '#web/files/picture.ts';
import { useMostBytes } from '#web/files/use-most-bytes.ts';
import { drawShapes } from './shape-paths.ts';
import { type SketchValue, sketchIn } from './sketch-value.ts';

export interface Sketch {
  readonly value: SketchValue | undefined;
  /** @returns why a file is not taken */
  take(photo: File): Promise<'no-picture' | ValueFault | undefined>;
  draw(shapes: readonly DrawnShape[], shown: HTMLImageElement): Promise<void>;
  clear(): void;
}

/** Keeps the photo, its shapes and the picture that shows both as the answer to a question. */
export function useSketch(question: SketchQuestion): Sketch {
  const files = use(FormFilesContext);
  const mostBytes = useMostBytes();
  const changes = useRef(0);
  // Photos by the order in which they were chosen: a large one takes long, and is over once a later one is there.
  const chosen = useRef(0);
  const shown = useRef(0);
  const forget = ({ photo, picture }: SketchValue) => {
    for (const id of new Set([photo.id, picture.id])) void files.forget(id);
  };
  const sketch: Sketch = {
    value: sketchIn(question.value),
    async take(file) {
      chosen.current += 1;
      const mine = chosen.current;
      const small = await shrink(file);
      if (small === 'unreadable' || !small.type.startsWith('image/')) return 'no-picture';
      const fault = faultOfFile(rulesOf({ maxSize: mostBytes }, 'file', {}), small);
      if (fault !== undefined) return fault;
      const photo = await files.keep(small, question.name);
      if (mine < shown.current) {
        await files.forget(photo.id);
        return undefined;
      }
      shown.current = mine;
      changes.current += 1;
      const before = sketchIn(question.value);
      question.value = { photo, picture: photo, shapes: [] };
      if (before !== undefined) forget(before);
      return undefined;
    },
    async draw(shapes, shown) {
      changes.current += 1;
      const mine = changes.current;
      const { photo } = sketchIn(question.value) ?? {};
      if (photo === undefined) return;
      const picture =
        shapes.length === 0
          ? photo
          : await files.keep(await pictureWith(shown, shapes), question.name);
      // Another shape came while this picture was being made.
      if (mine !== changes.current) {
        if (picture.id !== photo.id) await files.forget(picture.id);
        return;
      }
      const before = sketchIn(question.value)?.picture;
      question.value = { photo, picture, shapes };
      if (before !== undefined && before.id !== photo.id) await files.forget(before.id);
    },
    clear() {
      chosen.current += 1;
      shown.current = chosen.current;
      changes.current += 1;
      const before = sketchIn(question.value);
      question.value = undefined;
      if (before !== undefined) forget(before);
    },
  };
  const noted = <T>(taking: Promise<T>): Promise<T> => {
    files.takings.note(
      question,
      taking.then((refusal) => refusal === undefined),
    );
    return taking;
  };
  return {
    ...sketch,
    take: (photo) => noted(sketch.take(photo)),
    draw: (shapes, shown) => noted(sketch.draw(shapes, shown)),
  };
}

/** Makes the picture that prints and exports show: the photo with the shapes on it. */
async function pictureWith(shown: HTMLImageElement, shapes: readonly DrawnShape[]): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = shown.naturalWidth;
  canvas.height = shown.naturalHeight;
  const paper = canvas.getContext('2d');
  if (paper === null) throw new Error('This browser cannot draw');
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(shown, 0, 0);
  drawShapes(paper, shapes, canvas);
  const bytes = await bytesOf(canvas, 'image/jpeg');
  return new File([bytes], 'drawing.jpg', { type: bytes.type });
}
