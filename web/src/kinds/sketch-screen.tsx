// A drawing on a photo is stored as shapes beside the untouched photo, so that both can be read later. This screen
// takes the one and edits the other.
import { Alert, Button, FileButton, Group, Image, Stack, Text } from '@mantine/core';
import { IconCamera, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SketchQuestion } from '#questionnaires/engine/own-questions.ts';
import { useFileAddress } from '#web/files/use-file-address.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useFaultWords } from './fault-words.ts';
import type { ScreenProps } from './later.tsx';
import { SketchDialog } from './sketch-dialog.tsx';
import type { SketchValue } from './sketch-value.ts';
import { useQuestion } from './use-question.ts';
import { type Sketch, useSketch } from './use-sketch.ts';

/** Phones and tablets. Other devices open the same file dialog for both buttons. */
const hasCamera = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Takes a photo, and draws on it. The photo itself is kept as it was taken. */
export function SketchScreen({ question }: ScreenProps<SketchQuestion>) {
  useQuestion(question);
  const { t } = useTranslation();
  const wordsOf = useFaultWords();
  const sketch = useSketch(question);
  const [problem, setProblem] = useState<string>();
  const [isTaking, setTaking] = useState(false);
  const { value } = sketch;
  const title = question.processedTitle;
  const take = (file: File | null) => {
    if (file === null) return;
    setProblem(undefined);
    setTaking(true);
    void sketch
      .take(file)
      .then(
        (refusal) =>
          setProblem(refusal === 'no-picture' ? t('kinds.noPicture') : refusal && wordsOf(refusal)),
        () => setProblem(t('kinds.photoNotKept')),
      )
      .finally(() => setTaking(false));
  };
  return (
    <Stack gap="sm" align="start">
      {value !== undefined && (
        <Drawn
          key={value.photo.id}
          title={title}
          sketch={sketch}
          value={value}
          isReadOnly={question.isInputReadOnly}
          onProblem={() => setProblem(t('kinds.photoNotKept'))}
        />
      )}
      {question.isInputReadOnly && value === undefined && (
        <Text c="dimmed">{t('kinds.noPhoto')}</Text>
      )}
      {!question.isInputReadOnly && (
        <Group gap="sm">
          {hasCamera() && (
            <FileButton onChange={take} accept="image/*" capture="environment">
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconCamera size={18} aria-hidden />}
                >
                  {t(value === undefined ? 'kinds.takePhoto' : 'kinds.anotherPhoto')}
                </Button>
              )}
            </FileButton>
          )}
          <FileButton onChange={take} accept="image/*" inputProps={{ 'aria-label': title }}>
            {(props) => (
              <Button
                {...props}
                id={question.inputId}
                variant="default"
                leftSection={<IconPhoto size={18} aria-hidden />}
                aria-label={t(
                  value === undefined ? 'kinds.choosePhotoFor' : 'kinds.replacePhotoFor',
                  {
                    title,
                  },
                )}
              >
                {t(value === undefined ? 'kinds.choosePhoto' : 'kinds.replacePhoto')}
              </Button>
            )}
          </FileButton>
          <Text role="status" size="sm">
            {isTaking && t('fill.preparing')}
          </Text>
        </Group>
      )}
      {problem !== undefined && (
        <Alert role="alert" color="red" variant="outline">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}

interface DrawnProps {
  readonly title: string;
  readonly sketch: Sketch;
  readonly value: SketchValue;
  readonly isReadOnly: boolean;
  readonly onProblem: () => void;
}

function Drawn({ title, sketch, value, isReadOnly, onProblem }: DrawnProps) {
  const { t } = useTranslation();
  const [isDrawing, setDrawing] = useState(false);
  const photo = useFileAddress(value.photo.id);
  const picture = useFileAddress(value.picture.id);
  return (
    <>
      {picture !== undefined && (
        <Image
          src={picture}
          alt={t('kinds.drawnPhoto', { name: value.photo.name })}
          maw="min(100%, 25rem)"
          mah={320}
          w="auto"
          fit="contain"
          radius="sm"
          bd="1px solid var(--mantine-color-default-border)"
        />
      )}
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {value.photo.name}
      </Text>
      {!isReadOnly && (
        <Group gap="sm">
          <Button
            leftSection={<IconPencil size={18} aria-hidden />}
            variant="default"
            aria-haspopup="dialog"
            disabled={photo === undefined}
            onClick={() => setDrawing(true)}
          >
            {t('kinds.draw')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={sketch.clear}
          >
            {t('kinds.removePhoto')}
          </Button>
        </Group>
      )}
      {isDrawing && photo !== undefined && (
        <SketchDialog
          title={title}
          address={photo}
          shapes={value.shapes}
          onChange={(shapes, shown) => void sketch.draw(shapes, shown).catch(onProblem)}
          onClose={() => setDrawing(false)}
        />
      )}
    </>
  );
}
