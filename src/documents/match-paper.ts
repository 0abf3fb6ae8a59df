// Another PDF takes the place of a paper: what is drawn on the old one is found again by the names, labels and places of fields.
import { fold } from '#kernel/text.ts';
import { type Layout, type PaperBox, soundLayout } from './drawing/box.ts';
import type { PaperContent, PaperField } from './paper-messages.ts';
import { cellsIn, fieldAt, idAt } from './propose-layout.ts';

export interface MatchedPaper {
  readonly layout: Layout;
  /** Boxes that are where they were. */
  readonly kept: number;
  /** Boxes whose field is elsewhere now. */
  readonly moved: number;
  /** The names of fields, and ids of other boxes, that the new paper has no place for. */
  readonly lost: readonly string[];
  /** The names of fields that the old paper did not have, and that show nothing yet. */
  readonly added: readonly string[];
}

interface Paper {
  readonly content: PaperContent;
  readonly layout: Layout;
}

/** By how many points a field may be elsewhere and count as unmoved. */
const NEAR = 1;
/** The part of a field that has to be covered by another one to count as the same. */
const SAME_PLACE = 0.5;

/** Returns the boxes of a paper on another one. */
export function matchPaper({ content: old, layout }: Paper, next: PaperContent): MatchedPaper {
  const fieldOf = (box: PaperBox) => old.found[fieldAt(box.id) ?? -1];
  const match = matchFields(
    layout.boxes.flatMap((box) => fieldOf(box) ?? []),
    next.found,
  );
  const boxes: PaperBox[] = [];
  const lost: string[] = [];
  let [kept, moved] = [0, 0];
  for (const box of layout.boxes) {
    const field = fieldOf(box);
    const found = field ? onField(box, match.get(field), next) : drawnAgain(box, layout, next);
    if (!found) lost.push(box.from ?? box.id);
    else if (isNear(found, box)) kept += 1;
    else moved += 1;
    if (found) boxes.push(found);
  }
  const names = new Set(old.found.map(({ name }) => name));
  const taken = new Set(match.values());
  const added = new Set(
    next.found.flatMap(({ name }, at) => (names.has(name) || taken.has(at) ? [] : [name])),
  );
  const sound = soundLayout({ ...layout, pages: next.pages, boxes });
  return { layout: sound, kept, moved, lost, added: [...added] };
}

/**
 * Returns the position of each field among those of another PDF: by its name on the same page, its name, its label, or its
 * place. None is found twice. Names are looked up in an index: a PDF may have thousands of fields.
 */
function matchFields(
  old: readonly PaperField[],
  next: readonly PaperField[],
): ReadonlyMap<PaperField, number> {
  const match = new Map<PaperField, number>();
  const taken = new Set<number>();
  const pair = (field: PaperField, at: number | undefined) => {
    if (at === undefined || at === -1) return;
    match.set(field, at);
    taken.add(at);
  };
  const isFree = (field: PaperField, at: number) => !taken.has(at) && next[at]?.kind === field.kind;
  for (const keyOf of KEYS) {
    const index = Map.groupBy(next.keys(), (at) => {
      const field = next[at];
      return field && keyOf(field);
    });
    for (const field of old) {
      const key = match.has(field) ? undefined : keyOf(field);
      if (key !== undefined)
        pair(
          field,
          index.get(key)?.find((at) => isFree(field, at)),
        );
    }
  }
  for (const field of old) {
    if (match.has(field)) continue;
    pair(
      field,
      next.findIndex((each, at) => isFree(field, at) && overlapOf(field, each) > SAME_PLACE),
    );
  }
  return match;
}

/** By which two fields are the same, the surest first. */
const KEYS: readonly ((field: PaperField) => string | undefined)[] = [
  ({ name, value, page }) => JSON.stringify([name, value, page]),
  ({ name, value }) => JSON.stringify([name, value]),
  ({ label, value }) => (label === undefined ? undefined : JSON.stringify([fold(label), value])),
];

/** Returns which part of the smaller one of two fields the other one covers. */
function overlapOf(a: PaperField, b: PaperField): number {
  if (a.page !== b.page) return 0;
  const [left = 0, bottom = 0, right = 0, top = 0] = a.rect;
  const [x = 0, y = 0, x2 = 0, y2 = 0] = b.rect;
  const width = Math.max(0, Math.min(right, x2) - Math.max(left, x));
  const height = Math.max(0, Math.min(top, y2) - Math.max(bottom, y));
  const smaller = Math.min((right - left) * (top - bottom), (x2 - x) * (y2 - y));
  return smaller > 0 ? (width * height) / smaller : 0;
}

function onField(
  box: PaperBox,
  at: number | undefined,
  { found }: PaperContent,
): PaperBox | undefined {
  const field = at === undefined ? undefined : found[at];
  if (at === undefined || !field) return undefined;
  const { cells: _, ...plain } = box;
  const cells = cellsIn(field);
  const fit = cells === undefined && box.fit === 'comb' ? 'shrink' : box.fit;
  return {
    ...plain,
    ...{ id: idAt(at), page: field.page, rect: field.rect, from: field.name },
    ...(cells === undefined ? { fit } : { fit: 'comb' as const, cells }),
  };
}

/** Returns a box that somebody drew, where its page has the same size as before. */
function drawnAgain(
  box: PaperBox,
  { pages: old }: Layout,
  { pages }: PaperContent,
): PaperBox | undefined {
  const [before, now] = [old[box.page], pages[box.page]];
  return before && now && before.w === now.w && before.h === now.h ? box : undefined;
}

const isNear = (a: PaperBox, b: PaperBox): boolean =>
  a.page === b.page && a.rect.every((each, i) => Math.abs(each - (b.rect[i] ?? 0)) <= NEAR);
