import type { Model, PanelModelBase, Question } from 'survey-core';

/** Types of questions that are as readable in half of the width. */
const SHORT: ReadonlySet<string> = new Set(['text', 'dropdown', 'boolean', 'expression']);

const isShort = (element: unknown): element is Question =>
  typeof element === 'object' &&
  element !== null &&
  'getType' in element &&
  typeof element.getType === 'function' &&
  SHORT.has(String(element.getType()));

/**
 * Puts short questions of a model beside each other, two by two, or below each other again. The engine puts them below
 * each other by itself where the screen is narrow.
 */
export function arrangeInColumns(model: Model, columns: 1 | 2): void {
  const panels: readonly PanelModelBase[] = [...model.pages, ...model.getAllPanels()].filter(
    isPanel,
  );
  for (const panel of panels) {
    let isSecond = false;
    for (const element of panel.elements) {
      const goesBeside: boolean = columns === 2 && isSecond && isShort(element);
      if (isShort(element)) element.startWithNewLine = !goesBeside;
      isSecond = isShort(element) && !goesBeside;
    }
  }
}

const isPanel = (value: unknown): value is PanelModelBase =>
  typeof value === 'object' && value !== null && 'elements' in value;
