// Moving through a form of several parts: the buttons for the next and previous part, and completion.
import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import type { Model } from 'survey-core';

/** The properties of the model that decide which buttons are shown. */
export const DECIDES = [
  'isShowNextButton',
  'isShowPrevButton',
  'isPreviewButtonVisible',
  'isCancelPreviewButtonVisible',
];

interface PartButtonsProps {
  readonly model: Model | undefined;
  /** Undefined where the form can't be completed any more. */
  readonly onComplete: (() => void) | undefined;
  readonly onNext: () => void;
  /** The server is being asked to complete the form. */
  readonly isCompleting: boolean;
  /** Completion was asked for and happens as soon as possible. */
  readonly isAsked: boolean;
  /** Names what `onComplete` does. */
  readonly verb: string;
}

/** Only one button is primary: "Next", or "Complete" on the last part. */
export function PartButtons(props: PartButtonsProps) {
  const { model, onComplete, onNext, isCompleting, isAsked, verb } = props;
  if (model === undefined) return undefined;
  return (
    <Group className="filling-buttons">
      {model.isShowPrevButton && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={() => model.performPrevious()}
        >
          {model.pagePrevText}
        </Button>
      )}
      {model.isCancelPreviewButtonVisible && (
        <Button size="md" variant="default" onClick={() => model.cancelPreview()}>
          {model.editText}
        </Button>
      )}
      {model.isPreviewButtonVisible && (
        <Button size="md" variant="default" onClick={() => model.showPreview()}>
          {model.previewText}
        </Button>
      )}
      {model.isShowNextButton ? (
        <Button size="md" rightSection={<IconArrowRight size={20} aria-hidden />} onClick={onNext}>
          {model.pageNextText}
        </Button>
      ) : (
        onComplete && (
          <Button
            size="md"
            leftSection={<IconCircleCheck size={20} aria-hidden />}
            onClick={onComplete}
            loading={isCompleting}
            disabled={isAsked}
          >
            {verb}
          </Button>
        )
      )}
    </Group>
  );
}
