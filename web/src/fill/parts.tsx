// Moving through a form of several parts: the progress, the buttons for the next and previous part, and completion.
import { Button, Group, Progress, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import type { Model } from 'survey-core';
import { useTranslation } from '../texts.ts';

/** The properties of the model that decide which buttons are shown. */
export const DECIDES = [
  'isShowNextButton',
  'isShowPrevButton',
  'isPreviewButtonVisible',
  'isCancelPreviewButtonVisible',
];

/** Shows the current part of a form of several parts. */
export function Progression({ model }: { readonly model: Model | undefined }) {
  const { t } = useTranslation();
  const count = model?.visiblePageCount ?? 1;
  if (model === undefined || count < 2) return undefined;
  const at = model.currentPageNo + 1;
  const label = t('fill.part', { at, count });
  return (
    <div>
      <Text size="xs" c="dimmed" role="status">
        {label}
      </Text>
      <Progress value={(at / count) * 100} size="sm" mt={4} aria-label={label} />
    </div>
  );
}

interface PartButtonsProps {
  readonly model: Model | undefined;
  readonly onComplete: () => void;
  /** The server is being asked to complete the form. */
  readonly isCompleting: boolean;
  /** Completion was asked for and happens as soon as possible. */
  readonly isAsked: boolean;
}

/** Only one button is primary: "Next", or "Complete" on the last part. */
export function PartButtons({ model, onComplete, isCompleting, isAsked }: PartButtonsProps) {
  const { t } = useTranslation();
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
        <Button
          size="md"
          rightSection={<IconArrowRight size={20} aria-hidden />}
          onClick={() => model.performNext()}
        >
          {model.pageNextText}
        </Button>
      ) : (
        <Button
          size="md"
          leftSection={<IconCircleCheck size={20} aria-hidden />}
          onClick={onComplete}
          loading={isCompleting}
          disabled={isAsked}
        >
          {t('fill.complete')}
        </Button>
      )}
    </Group>
  );
}
