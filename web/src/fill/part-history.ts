// The parts of a form in the history of the browser: its button "Back" leads to the part before, and away from the form
// only from the first part. The router does not hear of it, because the screen stays the same.
import { useEffect } from 'react';
import type { Model } from 'survey-core';
import { isRecord } from '#web/offline/merge.ts';

/** What an entry of the history says of a form. */
interface Place {
  readonly formId: string;
  readonly part: string;
  /** The part of the entry before. */
  readonly before?: string;
  /** The number of entries of this form before this one. */
  readonly depth: number;
}

const LEAVING_MS = 1000;

/** Follows the parts of a model as long as it is shown. A document that is loaded again shows the part that it had. */
export function usePartHistory(model: Model | undefined, formId: string): void {
  useEffect(() => (model === undefined ? undefined : followParts(model, formId)), [model, formId]);
}

/** Goes back to the entry of the first part, so that the next screen takes its place. */
export async function leaveParts(formId: string): Promise<void> {
  const depth = placeOf(formId)?.depth ?? 0;
  if (depth === 0) return;
  await new Promise<void>((resolve) => {
    const options = { capture: true, once: true };
    const hear = (event: Event) => {
      event.stopImmediatePropagation();
      resolve();
    };
    addEventListener('popstate', hear, options);
    // A browser may have fewer entries than were made.
    setTimeout(() => {
      removeEventListener('popstate', hear, options);
      resolve();
    }, LEAVING_MS);
    history.go(-depth);
  });
}

function followParts(model: Model, formId: string): () => void {
  const first = firstPartOf(model);
  const begun = placeOf(formId);
  let last: Place = begun ?? { formId, part: first, depth: 0 };
  if (begun === undefined) note('replaceState', last);
  else if (partOf(model) === first) showAgain(model, begun.part);
  const move = () => {
    last = placeOf(formId) ?? last;
    const part = partOf(model);
    if (part === last.part) return;
    if (part === last.before) history.back();
    else note('pushState', { formId, part, before: last.part, depth: last.depth + 1 });
  };
  const hear = (event: Event) => {
    const place = placeOf(formId);
    if (place === undefined) return;
    event.stopImmediatePropagation();
    show(model, place.part);
  };
  // This is loaded after the questions: a person who has gone on meanwhile stays at their page.
  move();
  model.onCurrentPageChanged.add(move);
  addEventListener('popstate', hear, { capture: true });
  return () => {
    model.onCurrentPageChanged.remove(move);
    removeEventListener('popstate', hear, { capture: true });
  };
}

/** Returns the name of the page that is shown, or of the only question. */
const partOf = (model: Model): string =>
  model.currentSingleQuestion?.name ?? model.currentPage?.name ?? '';

const firstPartOf = (model: Model): string => {
  const [first] = model.isSingleVisibleQuestion ? model.getAllQuestions(true) : model.visiblePages;
  return first?.name ?? '';
};

function show(model: Model, part: string): void {
  if (part === partOf(model)) return;
  if (model.isSingleVisibleQuestion) model.currentSingleQuestion = model.getQuestionByName(part);
  else model.currentPage = model.getPageByName(part);
}

/** Shows a part and those before it, which the person has seen. */
function showAgain(model: Model, part: string): void {
  const parts = model.visiblePages.map(({ name }) => name);
  for (const each of parts.slice(0, parts.indexOf(part))) show(model, each);
  show(model, part);
}

function placeOf(formId: string): Place | undefined {
  const state: unknown = history.state;
  const place = isRecord(state) ? state['formPart'] : undefined;
  if (!isRecord(place) || place['formId'] !== formId) return undefined;
  const { part, before, depth } = place;
  if (typeof part !== 'string' || typeof depth !== 'number') return undefined;
  return { formId, part, depth, ...(typeof before === 'string' && { before }) };
}

/** Calls the browser's own functions: those of the router would load the screen again. */
function note(how: 'pushState' | 'replaceState', formPart: Place): void {
  History.prototype[how].call(history, { ...history.state, formPart }, '');
}
