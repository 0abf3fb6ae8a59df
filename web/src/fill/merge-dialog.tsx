import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#web/components/dialog.tsx';
import type { Clash } from '#web/offline/draft.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { titlesIn } from './titles.ts';
import { useAnswerText } from './use-answer-text.ts';

interface MergeDialogProps {
  readonly clash: Clash;
  /** False while the person is still in a field: they are only told. */
  readonly isAsked: boolean;
  readonly definition: object;
  readonly onChoose: (choices: ReadonlyMap<string, 'mine' | 'theirs'>) => void;
}

/** Asks, for each answer that two people changed, which of the two to keep. */
export function MergeDialog({ clash, isAsked, definition, onChoose }: MergeDialogProps) {
  const { t } = useTranslation();
  const text = useAnswerText();
  const titles = titlesIn(definition);
  const [choices, setChoices] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(
    new Map(clash.fields.map(({ field }) => [field, 'mine'])),
  );
  if (!isAsked) return <ConflictNote clash={clash} definition={definition} />;
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('fillNotes.merge.title')}
      size="lg"
    >
      <Stack>
        <Text>
          {clash.by === undefined
            ? t('fillNotes.merge.lead')
            : t('fillNotes.merge.leadBy', { name: clash.by })}
        </Text>
        {clash.fields.map(({ field, mine, theirs }, i) => (
          <Radio.Group
            key={field}
            label={titles.get(field) ?? field}
            value={choices.get(field) ?? 'mine'}
            onChange={(value) =>
              setChoices(new Map(choices).set(field, value === 'theirs' ? 'theirs' : 'mine'))
            }
          >
            <Stack gap="xs" mt={4}>
              <Radio
                value="mine"
                label={t('fillNotes.merge.mine')}
                description={text(mine)}
                {...(i === 0 && { 'data-autofocus': true })}
              />
              <Radio
                value="theirs"
                label={t('fillNotes.merge.theirs')}
                description={text(theirs)}
              />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="end">
          <Button onClick={() => onChoose(choices)}>{t('fillNotes.merge.choose')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ConflictNoteProps {
  readonly clash: Clash;
  readonly definition: object;
}

/** Says at once that somebody else changed the answer that is being typed; which one stays is asked when it is left. */
function ConflictNote({ clash, definition }: ConflictNoteProps) {
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
