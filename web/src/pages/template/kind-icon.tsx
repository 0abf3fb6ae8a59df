import {
  type Icon,
  IconAlignLeft,
  IconCalculator,
  IconCalendar,
  IconCalendarClock,
  IconCamera,
  IconCheckbox,
  IconCircleDot,
  IconClock,
  IconCursorText,
  IconHash,
  IconLayoutRows,
  IconLink,
  IconMail,
  IconPaperclip,
  IconPhone,
  IconQuestionMark,
  IconRepeat,
  IconSelect,
  IconSignature,
  IconStar,
  IconTable,
  IconToggleLeft,
} from '@tabler/icons-react';
import type { Kind } from '../../builder/kinds.ts';

const ICONS: Readonly<Record<Kind, Icon>> = {
  text: IconCursorText,
  comment: IconAlignLeft,
  number: IconHash,
  email: IconMail,
  tel: IconPhone,
  url: IconLink,
  date: IconCalendar,
  time: IconClock,
  'datetime-local': IconCalendarClock,
  boolean: IconToggleLeft,
  radiogroup: IconCircleDot,
  dropdown: IconSelect,
  checkbox: IconCheckbox,
  rating: IconStar,
  photo: IconCamera,
  file: IconPaperclip,
  signaturepad: IconSignature,
  panel: IconLayoutRows,
  matrixdynamic: IconTable,
  paneldynamic: IconRepeat,
  expression: IconCalculator,
};

export function KindIcon({ kind }: { readonly kind: Kind | undefined }) {
  const Picture = kind === undefined ? IconQuestionMark : ICONS[kind];
  return <Picture size={18} aria-hidden style={{ flexShrink: 0 }} />;
}
