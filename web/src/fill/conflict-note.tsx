import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Clash } from '../offline/drafts.ts';
import { useTranslation } from '../texts.ts';
import { titlesIn } from './titles.ts';
import { useAnswerText } from './use-answer-text.ts';

interface ConflictNoteProps {
  readonly clash: Clash;
  readonly definition: object;
}

/** Says at once that somebody else changed the answer that is being typed; which one stays is asked when it is left. */
export function ConflictNote({ clash, definition }: ConflictNoteProps) {
  const { t, i18n } = useTranslation();
  const text = useAnswerText();
  const titles = titlesIn(definition);
  const { by, fields } = clash;
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
  const named = list.format(
    fields.map(({ field }) => t('fillNotes.merge.quoted', { title: titles.get(field) ?? field })),
  );
  return (
    <Alert
      role="alert"
      variant="outline"
      color="yellow"
      icon={<IconAlertTriangle />}
      title={
        by === undefined
          ? t('fillNotes.merge.also', { titles: named })
          : t('fillNotes.merge.alsoBy', { name: by, titles: named })
      }
    >
      {fields.map(({ field, theirs }) => (
        <Text key={field} size="sm" className="wrap-anywhere">
          {t('fillNotes.merge.theirsIs', { answer: text(theirs) })}
        </Text>
      ))}
      <Text size="sm">{t('fillNotes.merge.whenLeft')}</Text>
    </Alert>
  );
}
