// SurveyJS would put a file into the answer itself. Here the answer only names the file, which waits on the device
// until there is a network.
import { Alert, Anchor, Button, FileButton, Group, Image, Stack, Text } from '@mantine/core';
import { IconCamera, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { use, useState } from 'react';
import type { Question } from 'survey-core';
import { faultOfFile } from '#questionnaires/answers/answer-faults.ts';
import { type Rules, rulesOf } from '#questionnaires/answers/question-rules.ts';
import { type FileReference, referencesIn } from '#web/files/file-references.ts';
import { FormFilesContext } from '#web/files/form-files.ts';
import { shrink } from '#web/files/picture.ts';
import { SendingState } from '#web/files/sending-state.tsx';
import { useFileAddress } from '#web/files/use-file-address.ts';
import { useMostBytes } from '#web/files/use-most-bytes.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useFaultWords } from './fault-words.ts';
import { useAnswer } from './use-answer.ts';

const TYPES = 'image/*,.pdf,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp';
/** Phones and tablets. Other devices open the same file dialog for both buttons. */
const hasCamera = (): boolean => matchMedia('(pointer: coarse)').matches;

interface FileQuestionProps {
  readonly question: Question;
}

/** Photos and documents. They are stored on the device at once and sent when there is a network. */
export function FileQuestion({ question }: FileQuestionProps) {
  const { t } = useTranslation();
  const files = referencesIn(useAnswer(question));
  const { add, isTaking, problem } = useAdd(question);
  const { forget } = use(FormFilesContext);
  const isMultiple = question.getPropertyValue('allowMultiple') === true;
  const accept = acceptOf(question);
  const isReadOnly = question.isInputReadOnly;
  const isFull = !isMultiple && files.length > 0;
  // The title of a cell is that of its column, and all rows have it.
  const title = question.inMatrixMode ? question.locTitle.renderedHtml : question.processedTitle;
  const isOfPhotos = accept.includes('image/') || /\.(?:jpe?g|png)/.test(accept);
  return (
    <Stack gap="sm">
      {files.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {files.map((file) => (
            <FileItem
              key={file.id}
              file={file}
              {...(!isReadOnly && {
                onRemove: () => {
                  const rest = referencesIn(question.value).filter(({ id }) => id !== file.id);
                  set(question, rest);
                  void forget(file.id);
                },
              })}
            />
          ))}
        </Stack>
      )}
      {isReadOnly && files.length === 0 && <Text c="dimmed">{t('fill.noFile')}</Text>}
      {!isReadOnly && (
        <Group gap="sm">
          {isOfPhotos && hasCamera() && (
            <FileButton
              onChange={(file) => add(file ? [file] : [])}
              accept="image/*"
              capture="environment"
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconCamera size={18} aria-hidden />}
                >
                  {t(isFull ? 'fill.anotherPhoto' : 'fill.takePhoto')}
                </Button>
              )}
            </FileButton>
          )}
          <FileButton
            onChange={(chosen) => add(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])}
            accept={accept}
            multiple={isMultiple}
            inputProps={{ 'aria-label': title }}
          >
            {(props) => (
              <Button
                {...props}
                id={question.inputId}
                aria-label={t(isFull ? 'fill.anotherFileFor' : 'fill.chooseFileFor', {
                  title,
                })}
                variant="default"
                leftSection={<IconPaperclip size={18} aria-hidden />}
              >
                {t(isFull ? 'fill.anotherFile' : 'fill.chooseFile')}
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

function acceptOf(question: Question): string {
  const accepted: unknown = question.getPropertyValue('acceptedTypes');
  return typeof accepted === 'string' && accepted !== '' ? accepted : TYPES;
}

/** Returns the rules by which the server checks a file when it arrives, which may be hours later. */
function rulesOfFiles(question: Question, mostBytes: number): Rules {
  const own: unknown = question.getPropertyValue('maxSize');
  const maxSize = typeof own === 'number' && own > 0 ? Math.min(own, mostBytes) : mostBytes;
  return rulesOf({ acceptedTypes: acceptOf(question), maxSize }, 'file', {});
}

/** Sets the answer; no files are no answer, and not an empty list. */
const set = (question: Question, files: readonly FileReference[]): void => {
  question.value = files.length === 0 ? undefined : files;
};

function useAdd(question: Question) {
  const { t } = useTranslation();
  const wordsOf = useFaultWords();
  const mostBytes = useMostBytes();
  const [problem, setProblem] = useState<string>();
  const [count, setCount] = useState(0);
  const { keep, forget, takings } = use(FormFilesContext);
  const isMultiple = question.getPropertyValue('allowMultiple') === true;
  /** Each file is in the answer before the next one is kept: nothing would send or remove a file that no answer names. */
  const put = (file: FileReference) => {
    const before = referencesIn(question.value);
    set(question, isMultiple ? [...before, file] : [file]);
    if (!isMultiple) for (const { id } of before) void forget(id);
  };
  /** @returns undefined, or why the file is not taken */
  const take = async (file: File): Promise<string | undefined> => {
    const fitted = await fit(file, rulesOfFiles(question, mostBytes));
    if (fitted === 'unreadable') return t('fill.fileUnreadable', { name: file.name });
    if (file.size === 0) return t('fill.fileEmpty', { name: file.name });
    const { fitting, fault } = fitted;
    if (fault !== undefined) return `${file.name}: ${wordsOf(fault)}`;
    put(await keep(fitting, question.name));
    return undefined;
  };
  const takeAll = async (chosen: readonly File[]): Promise<boolean> => {
    let refused: string | undefined;
    try {
      for (const file of chosen) refused = (await take(file)) ?? refused;
    } catch (error) {
      refused = t('fill.fileNotKept');
      throw error;
    } finally {
      setProblem(refused);
      setCount((before) => before - 1);
    }
    return refused === undefined;
  };
  const add = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setProblem(undefined);
    setCount((before) => before + 1);
    takings.note(question, takeAll(chosen));
  };
  return { add, isTaking: count > 0, problem };
}

/** Makes a photo smaller, unless the question does not accept the type that it would then have. */
async function fit(file: File, rules: Rules) {
  const small = await shrink(file);
  if (small === 'unreadable') return small;
  const fault = faultOfFile(rules, small);
  if (fault === undefined) return { fitting: small };
  return faultOfFile(rules, file) === undefined ? { fitting: file } : { fitting: small, fault };
}

interface FileItemProps {
  readonly file: FileReference;
  readonly onRemove?: () => void;
}

function FileItem({ file, onRemove }: FileItemProps) {
  const { t } = useTranslation();
  const address = useFileAddress(file.id);
  return (
    <Group component="li" align="center" gap="sm" className="filling-file">
      {file.type.startsWith('image/') && address !== undefined && (
        <Image
          src={address}
          alt={t('fill.preview', { name: file.name })}
          w={88}
          h={88}
          fit="contain"
        />
      )}
      <Stack gap={2} flex="1 1 8rem" miw={0}>
        {address === undefined ? (
          <Text className="wrap-anywhere">{file.name}</Text>
        ) : (
          <Anchor href={address} target="_blank" rel="noopener" className="wrap-anywhere">
            {file.name}
          </Anchor>
        )}
        <SendingState file={file} />
      </Stack>
      {onRemove !== undefined && (
        <Button
          variant="default"
          size="xs"
          onClick={onRemove}
          aria-label={t('fill.removeFile', { name: file.name })}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {t('fill.remove')}
        </Button>
      )}
    </Group>
  );
}
