import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { documentsQuery } from '#web/api/documents.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface DocumentFieldProps {
  /** What has the documents, such as `forms/…` or `templates/…`. */
  readonly of: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Chooses the document that a PDF is printed on; nothing where there is none. */
export function DocumentField({ of, value, onChange }: DocumentFieldProps) {
  const { t } = useTranslation();
  const { data } = useQuery(documentsQuery(of));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <NativeSelect
      label={t('exports.document')}
      data={[
        { value: '', label: t('exports.standard') },
        ...data.items.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      {...(value !== undefined && { value })}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
}
