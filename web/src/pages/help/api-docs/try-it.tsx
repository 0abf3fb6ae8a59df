import { Button, FileInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { JsonObject } from '#kernel/json.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './api-docs.module.css';
import { contentOf, type Operation, objectAt, textAt } from './api-document.ts';
import { type Answered, draftOf, sendExample, takesFile } from './send-example.ts';

interface TryItProps {
  readonly operation: Operation;
  readonly parameters: readonly JsonObject[];
  readonly token: string;
}

/** Sends the example, changed as people like, to this Formstead and shows the answer. */
export function TryIt({ operation, parameters, token }: TryItProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(operation, parameters));
  const [answered, setAnswered] = useState<Answered | 'sending' | 'offline'>();
  const hasBody = contentOf(objectAt(operation.told, 'requestBody')) !== undefined;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setAnswered('sending');
    try {
      setAnswered(await sendExample(operation, parameters, draft, token));
    } catch {
      setAnswered('offline');
    }
  };
  return (
    <details className={classes['try']}>
      <summary>{t('apiDocs.tryIt')}</summary>
      <form className={classes['form']} onSubmit={(event) => void send(event)}>
        {parameters.map((parameter) => {
          const name = textAt(parameter, 'name');
          return (
            <TextInput
              key={name}
              label={name}
              value={draft.values[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setDraft({ ...draft, values: { ...draft.values, [name]: value } })
              }
            />
          );
        })}
        {hasBody && takesFile(operation) && (
          <FileInput
            label={t('apiDocs.file')}
            value={draft.file ?? null}
            onChange={(file) => setDraft({ ...draft, file: file ?? undefined })}
          />
        )}
        {hasBody && !takesFile(operation) && (
          <Textarea
            label={t('apiDocs.body')}
            value={draft.body}
            rows={8}
            classNames={{ input: classes['editor'] ?? '' }}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, body: value })}
          />
        )}
        <Button type="submit" variant="outline" loading={answered === 'sending'} w="fit-content">
          {t('apiDocs.send')}
        </Button>
      </form>
      <div role="status">
        {answered === 'offline' && t('apiDocs.offline')}
        {typeof answered === 'object' && <Answer {...answered} />}
      </div>
    </details>
  );
}

function Answer({ status, headers, text }: Answered) {
  const { t } = useTranslation();
  return (
    <figure className={classes['example']}>
      <figcaption>{t('apiDocs.answered', { status })}</figcaption>
      <pre>
        {headers.map(([name, value]) => `${name}: ${value}\n`).join('')}
        {'\n'}
        {text ?? t('apiDocs.isFile')}
      </pre>
    </figure>
  );
}
