// Answers in the address of a link let an organisation know where a form came from. This dialog builds the address,
// with the form engine itself, so that only valid answers get in.
import { Button, Checkbox, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import type { PublicLinkItem } from '#public-links/app-types.ts';
import { ApiError } from '#web/api/client.ts';
import { prefillPublicLink } from '#web/api/public-links.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import {
  type Definition,
  emptyDefinition,
  type Field,
  readDefinition,
  titleOf,
} from '#web/builder/definition.ts';
import { prefillableIn, prefillForm, unfitForLinks } from '#web/builder/prefill.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useFaultWords } from '#web/kinds/fault-words.ts';
import { faultsIn } from '#web/offline/form-server.ts';
import type { Answers } from '#web/survey/give-answers.ts';
import { SurveyView } from '#web/survey/survey-view.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Share } from './share.tsx';

interface PrefillDialogProps {
  readonly link: PublicLinkItem;
  /** The number of the published version. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Makes an address of the link that fills answers in. People who open it can read these answers and not change them. */
export function PrefillDialog({ link, version, onClose }: PrefillDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('publicLinks.prefillTitle', { name: link.name })} size="lg" onClose={onClose}>
      <Suspense fallback={<Loading />}>
        <Prefill link={link} version={version} />
      </Suspense>
    </Dialog>
  );
}

function Prefill({ link, version }: Omit<PrefillDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(versionQuery(link.templateId, version));
  const definition = useMemo(() => readDefinition(data.definition) ?? emptyDefinition(), [data]);
  const fields = prefillableIn(definition);
  const [names, setNames] = useState<readonly string[]>([]);
  // References and no states: React would render the dialog again with each key that is typed into the form.
  const model = useRef<Model>(undefined);
  const typed = useRef<Answers>({});
  const [url, setUrl] = useState<string>();
  const make = useAct(
    () => prefillPublicLink(link, model.current?.data ?? {}),
    (made) => setUrl(made.url),
  );
  if (fields.length === 0) return <Text>{t('publicLinks.prefillNothing')}</Text>;
  return (
    <Stack>
      <Text>{t('publicLinks.prefillLead')}</Text>
      <Checkbox.Group
        label={t('publicLinks.prefillFields')}
        value={[...names]}
        onChange={(chosen) => {
          setUrl(undefined);
          setNames(chosen);
        }}
      >
        <ScrollArea.Autosize mah="14rem" type="auto" viewportProps={{ tabIndex: 0 }}>
          <Stack gap="xs" mt="xs">
            {fields.map((field) => (
              <Checkbox key={field.name} value={field.name} label={titleOf(field)} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Checkbox.Group>
      <UnfitFields fields={unfitForLinks(definition)} />
      {names.length > 0 && (
        <ChosenFields
          definition={definition}
          names={names}
          typed={typed.current}
          setUp={(made) => {
            model.current = made;
            typed.current = made.data;
            made.onValueChanged.add(() => {
              typed.current = made.data;
              setUrl(undefined);
            });
          }}
        />
      )}
      {make.problem && <RefusedAnswers error={make.problem} />}
      {url === undefined ? (
        <Group justify="end">
          <Button
            disabled={names.length === 0}
            loading={make.isRunning}
            onClick={() => {
              if (model.current?.validate(true, true) === true) make.run(undefined);
            }}
          >
            {t('publicLinks.prefillVerb')}
          </Button>
        </Group>
      ) : (
        <div role="status">
          <Share name={link.name} url={url} lead={t('publicLinks.prefillDone')} />
        </div>
      )}
    </Stack>
  );
}

/** Says which fields a link cannot fill in, and why; nothing if there are none. */
function UnfitFields({ fields }: { readonly fields: readonly Field[] }) {
  const { t, i18n } = useTranslation();
  if (fields.length === 0) return undefined;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <Text size="sm" c="dimmed">
      {t('publicLinks.prefillLeftOut', { fields: list.format(fields.map(titleOf)) })}
    </Text>
  );
}

interface ChosenFieldsProps {
  readonly definition: Definition;
  readonly names: readonly string[];
  /** What was typed into the form of the fields that were chosen before. */
  readonly typed: Answers;
  readonly setUp: (model: Model) => void;
}

/** A form of the chosen fields. It keeps what was typed when another field is added or removed. */
function ChosenFields({ definition, names, typed, setUp }: ChosenFieldsProps) {
  const form = useMemo(() => prefillForm(definition, names), [definition, names]);
  const kept = Object.entries(typed).filter(([name]) => names.includes(name));
  return <SurveyView definition={form} answers={Object.fromEntries(kept)} setUp={setUp} />;
}

/** Shows an error and, if the server refused answers, what is wrong with each. */
function RefusedAnswers({ error }: { readonly error: Error }) {
  const wordsOf = useFaultWords();
  const faults = error instanceof ApiError ? faultsIn(error.members['faults']) : [];
  return (
    <>
      <Problem error={error} />
      {faults.length > 0 && (
        <List size="sm">
          {faults.map((fault) => (
            <List.Item key={fault.at + fault.text}>{`${fault.at}: ${wordsOf(fault)}`}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}
