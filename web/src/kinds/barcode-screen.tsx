import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_CODE } from '#questionnaires/answers/structured-answers.ts';
import type { BarcodeQuestion } from '#questionnaires/engine/own-questions.ts';
import { codeText } from '#questionnaires/reading/structured-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { ScreenProps } from './later.tsx';
import type { ReadCode } from './read-code.ts';
import { ScanDialog } from './scan-dialog.tsx';
import { inputAttributes, useQuestion } from './use-question.ts';

/** Reads a barcode with the camera, or takes its text, typed or from a scanner that types. */
export function BarcodeScreen({ question }: ScreenProps<BarcodeQuestion>) {
  useQuestion(question);
  const { t } = useTranslation();
  const [isScanning, setScanning] = useState(false);
  const [outcome, setOutcome] = useState<'none' | 'read' | 'tooLong'>('none');
  const isReadOnly = question.isInputReadOnly;
  const take = ({ text, format }: ReadCode) => {
    setScanning(false);
    setOutcome(text.length > MAX_CODE ? 'tooLong' : 'read');
    if (text.length > MAX_CODE) return;
    question.value = { text, ...(format !== undefined && { format }) };
  };
  return (
    <Stack gap="xs" align="start">
      {!isReadOnly && (
        <Button
          variant="default"
          leftSection={<IconScan size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => {
            setOutcome('none');
            setScanning(true);
          }}
        >
          {t(codeText(question.value) === undefined ? 'kinds.scan' : 'kinds.scanAgain')}
        </Button>
      )}
      <TextInput
        {...inputAttributes(question)}
        w="100%"
        maw={420}
        value={codeText(question.value) ?? ''}
        readOnly={isReadOnly}
        maxLength={MAX_CODE}
        placeholder={placeholderOf(question)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={question.errors.length > 0}
        onChange={({ currentTarget: { value } }) => {
          setOutcome('none');
          question.value = value === '' ? undefined : { text: value };
        }}
      />
      <Text role="status" size="sm">
        {outcome === 'read' && t('kinds.codeRead')}
      </Text>
      {outcome === 'tooLong' && (
        <Alert role="alert" color="red" variant="outline">
          {t('kinds.codeTooLong', { limit: MAX_CODE })}
        </Alert>
      )}
      {isScanning && (
        <ScanDialog
          title={t('kinds.scanFor', { title: question.processedTitle })}
          onFound={take}
          onClose={() => setScanning(false)}
        />
      )}
    </Stack>
  );
}

function placeholderOf(question: BarcodeQuestion): string {
  const text: unknown = question.getLocalizableStringText('placeholder');
  return typeof text === 'string' ? text : '';
}
