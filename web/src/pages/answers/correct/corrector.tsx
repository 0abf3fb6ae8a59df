import { Popover, Text } from '@mantine/core';
import { Dialog } from '#web/components/dialog.tsx';
import { titleOf } from '#web/conditions/field-titles.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { Correction } from './correction.tsx';
import type { CorrectionProps } from './correction-props.ts';

/** Where a cell lies in its grid, in pixels. */
export interface Anchor {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export interface CorrectorProps extends CorrectionProps {
  /** The cell that it opens beside; undefined: a dialog in the middle of the screen. */
  readonly anchor: Anchor | undefined;
}

/** The correction of an answer: beside its cell, or as a dialog on a phone. */
export function Corrector({ anchor, ...correction }: CorrectorProps) {
  const { t } = useTranslation();
  const { item, field, onClose } = correction;
  const title = t('correct.title', { field: titleOf(field), form: item.name });
  if (anchor === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Correction {...correction} />
      </Dialog>
    );
  }
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      closeOnClickOutside={false}
      trapFocus
      withRoles={false}
      position="bottom-start"
      width={320}
    >
      <Popover.Target>
        {/* In place of the cell, which leaves the document when its row is scrolled away. */}
        <div aria-hidden style={{ position: 'absolute', pointerEvents: 'none', ...anchor }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title}>
        <Text size="xs" c="dimmed" truncate mb={4}>
          {item.name}
        </Text>
        <Correction {...correction} />
      </Popover.Dropdown>
    </Popover>
  );
}
