import type { Members, Shape } from '#questionnaires/answers/answer-shapes.ts';
import type { DefinitionFault } from '#questionnaires/definition/check-definition.ts';
import type { StoredDocument } from './documents.store.ts';
import type { PaperBox } from './drawing/box.ts';
import { questionOf } from './drawing/covered.ts';

type Drawn = Pick<StoredDocument, 'title' | 'layout'>;

/** Returns a fault for each box of a draft whose question is gone, or is of another kind now: the paper would stay empty there. */
export const faultsOfDocuments = (
  documents: readonly Drawn[],
  shapes: Members,
): readonly DefinitionFault[] =>
  documents.flatMap(({ title, layout }) => {
    const lost = new Set(
      layout.boxes.filter((box) => isLost(box, shapes)).map((box) => questionOf(box) ?? ''),
    );
    return [...lost].map((name) => ({
      at: 'documents',
      kind: 'documentQuestion',
      values: { document: title, name },
      text: `The document ${title} has a box for ${name}, and the template has no such question, or one of another kind. Choose another question for the box, or remove it.`,
    }));
  });

/** Returns whether a box shows a question that the template does not have. */
export function isLost(box: PaperBox, shapes: Members): boolean {
  const name = questionOf(box);
  if (name === undefined) return false;
  const shape = shapes.get(name);
  return !shape || !fits(box, shape);
}

function fits({ shows }: PaperBox, shape: Shape): boolean {
  if ('signature' in shows) return isFile(shape);
  if ('photo' in shows) return isFile(shape);
  if (!('rows' in shows)) return shape.kind !== 'rows' || 'part' in shows;
  return shape.kind === 'rows' && shape.members.has(shows.column);
}

const isFile = ({ kind }: Shape): boolean =>
  kind === 'file' || kind === 'files' || kind === 'sketch';
