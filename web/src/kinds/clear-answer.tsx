import { Button } from '@mantine/core';
import type { Question } from 'survey-core';
import { useTranslation } from '#web/texts/texts.ts';

interface ClearAnswerProps {
  readonly question: Question;
  /** Called after the answer is cleared, and before the button disappears: something has to get the focus. */
  readonly onCleared: () => void;
}

/** Clears an answer that cannot be emptied by choosing. Its place is kept, so that nothing moves once it appears. */
export function ClearAnswer({ question, onCleared }: ClearAnswerProps) {
  const { t } = useTranslation();
  if (question.isInputReadOnly) return null;
  const label = t('kinds.clearAnswer');
  return (
    <Button
      className="clear-answer"
      data-idle={question.isEmpty() || undefined}
      variant="subtle"
      size="compact-xs"
      aria-label={`${label}: ${question.processedTitle}`}
      onClick={() => {
        question.clearValueFromUI();
        onCleared();
      }}
    >
      {label}
    </Button>
  );
}
