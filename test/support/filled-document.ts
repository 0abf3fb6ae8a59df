// Documents for tests of the drawing.
import type { JsonValue } from '#kernel/json.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import type { Layout, PaperBox } from '../../src/documents/drawing/box.ts';
import type { FilledDocument } from '../../src/documents/drawing/filled-document.ts';

export const boxOf = (box: Partial<PaperBox> & Pick<PaperBox, 'shows' | 'rect'>): PaperBox => ({
  id: 'box',
  page: 0,
  fit: 'shrink',
  size: { min: 6, max: 11 },
  align: 'start',
  valign: 'middle',
  empty: '',
  ...box,
});

export const answerOf = (
  name: string,
  value: JsonValue,
  more: Partial<ShownAnswer> = {},
): ShownAnswer => ({
  name,
  title: name,
  type: 'text',
  section: [],
  state: 'answered',
  value,
  displayValue: typeof value === 'string' ? value : '',
  ...more,
});

export const filledWith = (
  layout: Layout,
  answers: readonly ShownAnswer[],
  more: Partial<FilledDocument> = {},
): FilledDocument => ({
  title: 'Form',
  locale: 'en',
  layout,
  answers,
  facts: { number: '7', name: 'Form', sent: '', by: '' },
  files: {},
  fonts: [],
  ...more,
});
