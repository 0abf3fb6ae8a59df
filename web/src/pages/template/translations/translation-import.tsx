import { FileInput, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { type TemplateNames, withNames } from '#web/builder/template-names.ts';
import {
  type ReadTranslations,
  readTranslations,
  type TranslationFault,
} from '#web/builder/translation-file.ts';
import { translateAll } from '#web/builder/translations.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MAX_BYTES = 5_000_000;
const SHOWN_FAULTS = 50;

interface TranslationImportProps {
  readonly names: TemplateNames;
  /** Receives the languages of the file. */
  readonly onLanguages: (languages: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Reads translations from a CSV file: first shows what would change and which rows have faults, then changes it. */
export function TranslationImport({ names, onLanguages, onClose }: TranslationImportProps) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const [read, setRead] = useState<ReadTranslations>();
  const translations = read?.translations ?? [];
  const faults = read?.faults ?? [];
  const form = useSendForm({
    initialValues: { file: null as File | null },
    send: async () => {
      builder.edit((now) => translateAll(withNames(now, names), translations));
      onLanguages([...new Set(translations.map(({ language }) => language))]);
    },
    done() {
      notifications.show({ message: t('translating.imported', { count: translations.length }) });
      onClose();
    },
  });
  const open = async (file: File | null) => {
    setRead(undefined);
    if (file === null) return;
    if (file.size > MAX_BYTES) {
      form.setFieldError('file', t('translating.tooLarge', { size: MAX_BYTES / 1_000_000 }));
    } else setRead(readTranslations(withNames(builder.definition, names), await file.text()));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('translating.upload')}
      form={form}
      verb={
        translations.length === 0
          ? t('translating.apply')
          : t('translating.applyCount', { count: translations.length })
      }
      isDisabled={translations.length === 0}
    >
      <Text>{t('translating.uploadLead')}</Text>
      <FileInput
        label={t('translating.file')}
        accept="text/csv,.csv"
        placeholder={t('translating.chooseFile')}
        data-autofocus
        error={form.errors['file']}
        onChange={(file) => {
          form.clearErrors();
          void open(file);
        }}
      />
      {read !== undefined && (
        <Stack gap="xs" role="status">
          <Text>
            {translations.length === 0 && faults.length === 0
              ? t('translating.noChanges')
              : t('translating.changes', { count: translations.length })}
          </Text>
          {faults.length > 0 && (
            <>
              <Text fw={550}>{t('translating.faults', { count: faults.length })}</Text>
              <List size="sm" className="wrap-anywhere">
                {faults.slice(0, SHOWN_FAULTS).map((fault, i) => (
                  <List.Item key={keyOfPlace(i)}>
                    <FaultText fault={fault} />
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

function FaultText({ fault }: { readonly fault: TranslationFault }) {
  const { t } = useTranslation();
  switch (fault.kind) {
    case 'noKeyColumn':
      return t('translating.fault.noKeyColumn');
    case 'unknownLanguage':
      return t('translating.fault.unknownLanguage', { language: fault.language });
    case 'unknownKey':
      return t('translating.fault.unknownKey', { row: fault.row, key: fault.key });
    case 'sameKey':
      return t('translating.fault.sameKey', { row: fault.row, key: fault.key });
  }
}
