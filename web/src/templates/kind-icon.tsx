import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconAlignLeft,
  IconBarcode,
  IconCalculator,
  IconCalendar,
  IconCalendarClock,
  IconCamera,
  IconCheckbox,
  IconCircleDot,
  IconClock,
  IconCursorText,
  IconHash,
  IconHeading,
  IconInfoSquare,
  IconLayoutRows,
  IconLink,
  IconListCheck,
  IconListNumbers,
  IconListSearch,
  IconMail,
  IconMapPin,
  IconPaperclip,
  IconPhone,
  IconPhoto,
  IconPhotoEdit,
  IconQuestionMark,
  IconRepeat,
  IconSelect,
  IconSignature,
  IconSortAscendingNumbers,
  IconStar,
  IconTable,
  IconToggleLeft,
  IconUser,
} from '@tabler/icons-react';
import type { Kind } from '#web/builder/kinds.ts';

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
  imagepicker: IconPhoto,
  ranking: IconSortAscendingNumbers,
  slider: IconAdjustmentsHorizontal,
  sharedlist: IconListSearch,
  person: IconUser,
  rating: IconStar,
  photo: IconCamera,
  file: IconPaperclip,
  signaturepad: IconSignature,
  sketch: IconPhotoEdit,
  location: IconMapPin,
  barcode: IconBarcode,
  panel: IconLayoutRows,
  matrixdynamic: IconTable,
  matrixdropdown: IconListCheck,
  matrix: IconListNumbers,
  paneldynamic: IconRepeat,
  expression: IconCalculator,
  heading: IconHeading,
  instructions: IconInfoSquare,
};

interface KindIconProps {
  readonly kind: Kind | undefined;
  /** In pixels. */
  readonly size?: number;
}

export function KindIcon({ kind, size = 18 }: KindIconProps) {
  const Picture = kind === undefined ? IconQuestionMark : ICONS[kind];
  return <Picture size={size} aria-hidden style={{ flexShrink: 0 }} />;
}
