// Another PDF takes the place of a paper: what is drawn on the old one is found again by the names, labels and places of fields.
import { fold } from '#kernel/text.ts';
import type { Layout, PaperBox } from './drawing/box.ts';
import type { PaperContent, PaperField } from './paper-messages.ts';
import { idAt } from './propose-layout.ts';

export interface MatchedPaper {
  readonly layout: Layout;
  /** Boxes that are where they were. */
  readonly kept: number;
  /** Boxes whose field is elsewhere now. */
  readonly moved: number;
  /** The names of fields, and ids of other boxes, that the new paper has no place for. */
  readonly lost: readonly string[];
  /** The names of fields that the old paper did not have. */
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
  const match = matchFields(old.found, next.found);
  const boxes: PaperBox[] = [];
  const lost: string[] = [];
  let [kept, moved] = [0, 0];
  for (const box of layout.boxes) {
    const from = old.found.findIndex((_, i) => idAt(i) === box.id);
    const found = from === -1 ? drawnAgain(box, layout, next) : onField(box, match.get(from), next);
    if (!found) lost.push(box.from ?? box.id);
    else if (isNear(found, box)) kept += 1;
    else moved += 1;
    if (found) boxes.push(found);
  }
  const taken = new Set(match.values());
  const added = next.found.filter((_, i) => !taken.has(i)).map(({ name }) => name);
  return { layout: { ...layout, pages: next.pages, boxes }, kept, moved, lost, added };
}

/** Returns the position of each old field among the new ones. No new field is found twice. */
function matchFields(
  old: readonly PaperField[],
  next: readonly PaperField[],
): ReadonlyMap<number, number> {
  const match = new Map<number, number>();
  const taken = new Set<number>();
  const rules: readonly ((a: PaperField, b: PaperField) => boolean)[] = [
    (a, b) => a.name === b.name && a.value === b.value && a.page === b.page,
    (a, b) => a.name === b.name && a.value === b.value,
    (a, b) => a.label !== undefined && a.value === b.value && sameText(a.label, b.label),
    (a, b) => a.page === b.page && overlapOf(a, b) > SAME_PLACE,
  ];
  for (const isSame of rules) {
    for (const [i, field] of old.entries()) {
      if (match.has(i)) continue;
      const at = next.findIndex(
        (each, j) => !taken.has(j) && each.kind === field.kind && isSame(field, each),
      );
      if (at === -1) continue;
      match.set(i, at);
      taken.add(at);
    }
  }
  return match;
}

const sameText = (a: string, b: string | undefined): boolean =>
  b !== undefined && fold(a) === fold(b);

/** Returns which part of the smaller one of two fields the other one covers. */
function overlapOf(a: PaperField, b: PaperField): number {
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
  const cells = field.comb === true ? field.max : undefined;
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
