import type { Reader } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { localeOf, questionsOf } from '#questionnaires/reading/questions.ts';
import { isLost } from './check-documents.ts';
import type { DocumentDetail } from './document.shapes.ts';
import type { StoredDocument } from './documents.store.ts';
import { questionOf } from './drawing/covered.ts';
import { findPaper } from './papers.store.ts';

/** Returns a document as those see it who draw it. @param definition the draft of its template */
export async function describeDocument(
  db: Reader,
  accountId: string,
  { id, title, paperId, layout, revision }: StoredDocument,
  definition: JsonObject,
): Promise<DocumentDetail> {
  const paper = await findPaper(db, accountId, paperId);
  if (!paper) throw new Error(`the paper of document ${id} is gone`);
  const shapes = shapesOf(definition);
  const placed = new Set([...layout.boxes.map(questionOf), ...layout.left]);
  return {
    ...{ id, title, revision, layout, found: paper.found, notes: paper.notes },
    unplaced: questionsOf(definition, localeOf(definition))
      .map(({ name }) => name)
      .filter((name) => !placed.has(name)),
    lost: layout.boxes.filter((box) => isLost(box, shapes)).map((box) => box.id),
  };
}
