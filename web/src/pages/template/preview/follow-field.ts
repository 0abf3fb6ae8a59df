// Shows in a preview which field is being edited: goes to its page, scrolls to it and marks it.
import { type Model, Question, QuestionPanelDynamicModel } from 'survey-core';
import { type Definition, fieldAt, type Path } from '#web/builder/definition.ts';

/** The attribute of the element of the field that is being edited. */
const MARK = 'data-edited';

/** The names of the field at a path and of the repeating sections around it, outermost first. */
export function namesTo(definition: Definition, path: Path): readonly string[] {
  return path.flatMap((_, i) => {
    const field = i === 0 ? undefined : fieldAt(definition, path.slice(0, i + 1));
    const isLast = i === path.length - 1;
    return field !== undefined && (isLast || field.type === 'paneldynamic') ? [field.name] : [];
  });
}

interface Shown {
  readonly id: string;
  readonly isVisible: boolean;
}

/** Returns the element of a field in the preview, in the first entry of its repeating section. */
export function shownField(model: Model, names: readonly string[]): Shown | undefined {
  const [name = '', ...inner] = names;
  const panel = inner.length === 0 ? model.getPanelByName(name) : undefined;
  if (panel) return { id: panel.id, isVisible: panel.isVisible };
  let question: unknown = model.getQuestionByName(name);
  for (const each of inner) {
    const entry = question instanceof QuestionPanelDynamicModel ? question.panels[0] : undefined;
    question = entry?.getQuestionByName(each) ?? entry?.getElementByName(each) ?? undefined;
  }
  if (!(question instanceof Question)) return undefined;
  return { id: question.id, isVisible: question.isVisible && question.isParentVisible };
}

/** Marks the element with this id, and no other one, and scrolls to it. @returns whether it is there */
export function markShown(box: HTMLElement, id: string | undefined, isBeside: boolean): boolean {
  for (const marked of box.querySelectorAll(`[${MARK}]`)) {
    if (marked.id !== id) marked.removeAttribute(MARK);
  }
  const element = id === undefined ? null : document.getElementById(id);
  if (element === null || !box.contains(element)) return false;
  element.setAttribute(MARK, '');
  scrollTo(element, isBeside);
  return true;
}

/** Beside the outline, only the preview may scroll: the row that is being edited stays where it is. */
function scrollTo(element: HTMLElement, isBeside: boolean): void {
  const frame = isBeside ? element.closest('[data-preview]') : null;
  if (frame === null) {
    if (!isBeside) element.scrollIntoView({ block: 'center' });
    return;
  }
  const { top, bottom, height } = element.getBoundingClientRect();
  const view = frame.getBoundingClientRect();
  if (top >= view.top && bottom <= view.bottom) return;
  const middle = Math.max(0, (view.height - height) / 2);
  frame.scrollTo({ top: frame.scrollTop + top - view.top - middle });
}
