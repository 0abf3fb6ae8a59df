// Not everybody can draw a signature, and the pad of SurveyJS puts its picture into the answer. This one also takes a
// typed name, and keeps the picture as a file.
import { Alert, Button, Group, Image, Stack, Text, TextInput } from '@mantine/core';
import { IconEraser, IconKeyboard, IconPencil } from '@tabler/icons-react';
import { use, useRef, useState } from 'react';
import type { Question } from 'survey-core';
import { referencesIn } from '#web/files/file-references.ts';
import { FormFilesContext } from '#web/files/form-files.ts';
import { bytesOf } from '#web/files/picture.ts';
import { SendingState } from '#web/files/sending-state.tsx';
import { useFileAddress } from '#web/files/use-file-address.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { SignaturePad } from './signature-pad.tsx';
import { useQuestion } from './use-question.ts';

/** Takes a signature drawn with a finger, a pen or a mouse, or a typed name, because not everybody can draw. */
export function SignatureQuestion({ question }: { readonly question: Question }) {
  const { t } = useTranslation();
  useQuestion(question);
  const [file] = referencesIn(question.value);
  const [isTyping, setTyping] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { keep, forget, takings } = use(FormFilesContext);
  const strokes = useRef(0);
  const store = async (canvas: HTMLCanvasElement) => {
    strokes.current += 1;
    const mine = strokes.current;
    const bytes = await bytesOf(canvas, 'image/png');
    const drawn = await keep(
      new File([bytes], 'signature.png', { type: bytes.type }),
      question.name,
    );
    // Another stroke or a cleared pad came while this one was being stored.
    if (mine !== strokes.current) return await forget(drawn.id);
    const before = referencesIn(question.value);
    question.value = drawn;
    for (const { id } of before) await forget(id);
  };
  const sign = (canvas: HTMLCanvasElement) => {
    setFailed(false);
    const storing = store(canvas);
    takings.note(question, storing);
    storing.catch(() => setFailed(true));
  };
  const clear = () => {
    strokes.current += 1;
    setDrawing(false);
    const before = referencesIn(question.value);
    question.clearValue();
    for (const { id } of before) void forget(id);
  };
  if (file !== undefined && !isDrawing) {
    return (
      <Signed id={file.id} {...(!question.isInputReadOnly && { onClear: clear })}>
        <SendingState file={file} />
      </Signed>
    );
  }
  if (question.isInputReadOnly) return <Text c="dimmed">{t('fill.notSigned')}</Text>;
  const failure = hasFailed && (
    <Alert role="alert" color="red" variant="outline">
      {t('fill.fileNotKept')}
    </Alert>
  );
  if (isTyping) {
    return (
      <Stack gap="xs">
        <TypedName onSign={sign} onDraw={() => setTyping(false)} />
        {failure}
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <SignaturePad
        label={t('fill.signHere', { title: question.processedTitle })}
        onStroke={(canvas) => {
          setDrawing(true);
          sign(canvas);
        }}
      />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconKeyboard size={18} aria-hidden />}
          onClick={() => setTyping(true)}
          id={question.inputId}
          aria-label={t('fill.typeNameFor', { title: question.processedTitle })}
        >
          {t('fill.typeName')}
        </Button>
        {isDrawing && (
          <>
            <Button
              variant="default"
              leftSection={<IconEraser size={18} aria-hidden />}
              onClick={clear}
            >
              {t('fill.signAgain')}
            </Button>
            <Button onClick={() => setDrawing(false)}>{t('fill.signed')}</Button>
          </>
        )}
      </Group>
      {failure}
    </Stack>
  );
}

interface SignedProps {
  readonly id: string;
  readonly onClear?: () => void;
  readonly children: React.ReactNode;
}

function Signed({ id, onClear, children }: SignedProps) {
  const { t } = useTranslation();
  const address = useFileAddress(id);
  return (
    <Stack gap="xs" align="start">
      {address !== undefined && (
        <Image
          src={address}
          alt={t('fill.signature')}
          maw={400}
          w="100%"
          bg="white"
          radius="sm"
          bd="1px solid var(--mantine-color-default-border)"
        />
      )}
      {children}
      {onClear !== undefined && (
        <Button
          variant="default"
          leftSection={<IconEraser size={18} aria-hidden />}
          onClick={onClear}
        >
          {t('fill.signAgain')}
        </Button>
      )}
    </Stack>
  );
}

const WIDTH = 800;
const HEIGHT = 240;

interface TypedNameProps {
  readonly onSign: (canvas: HTMLCanvasElement) => void;
  readonly onDraw: () => void;
}

function TypedName({ onSign, onDraw }: TypedNameProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const sign = () => {
    if (name.trim() === '') input.current?.focus();
    else onSign(written(name.trim()));
  };
  return (
    <Stack
      gap="xs"
      maw={480}
      // The name counts as it is: who types it and goes on has signed. Somebody who looks at another window has not.
      onBlur={({ currentTarget, relatedTarget }) => {
        const isLeft = document.hasFocus() && !currentTarget.contains(relatedTarget);
        if (isLeft && name.trim() !== '') sign();
      }}
    >
      <TextInput
        ref={input}
        label={t('fill.yourName')}
        description={t('fill.yourNameHint')}
        value={name}
        maxLength={80}
        autoComplete="name"
        autoFocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') sign();
        }}
      />
      <Group gap="sm">
        <Button onClick={sign}>{t('fill.signWithName')}</Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          // Not every browser says that the focus moves to a button, and leaving the field would sign.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onDraw}
        >
          {t('fill.draw')}
        </Button>
      </Group>
    </Stack>
  );
}

function written(name: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const paper = canvas.getContext('2d');
  if (paper === null) throw new Error('This browser cannot draw');
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  paper.fillStyle = '#101828';
  paper.font = 'italic 72px cursive';
  paper.textAlign = 'center';
  paper.textBaseline = 'middle';
  paper.fillText(name, WIDTH / 2, HEIGHT / 2, WIDTH - 40);
  return canvas;
}
