// Fields for office use: the member `office` of a field or panel, as people choose it.
import {
  type Definition,
  type Field,
  fieldAt,
  isObject,
  type Json,
  type Path,
} from './definition.ts';
import { kindOf } from './kinds.ts';

export interface Office {
  /** `rules`: only rules of the template set the field. */
  readonly step: number | 'rules';
  readonly isClosed: boolean;
}

/** The types whose answers a reviewer can give, as the server has them. */
const TYPES: ReadonlySet<string> = new Set([
  'panel',
  'text',
  'comment',
  'boolean',
  'radiogroup',
  'dropdown',
  'checkbox',
  'rating',
  'imagepicker',
  'ranking',
  'slider',
]);

/** Returns which step fills a field in, or that rules set it; undefined: the person who fills in the form. */
export function officeIn({ office }: Field): Office | undefined {
  if (!isObject(office)) return undefined;
  const { step, seenBy } = office;
  if (step !== 'rules' && typeof step !== 'number') return undefined;
  return { step, isClosed: seenBy === 'step' };
}

/** Returns the value of the member. */
export const officeValue = (office: Office | undefined): Json | undefined =>
  office && { step: office.step, ...(office.isClosed && { seenBy: 'step' }) };

/** Returns whether a field can be for office use: not inside a repeating section, nor of a panel that is. */
export function canBeOffice(definition: Definition, path: Path): boolean {
  const field = fieldAt(definition, path);
  if (field === undefined || kindOf(field) === undefined || !TYPES.has(field.type)) return false;
  const around = path.slice(2).map((_, i) => fieldAt(definition, path.slice(0, i + 2)));
  return around.every((each) => each?.type === 'panel' && officeIn(each) === undefined);
}
