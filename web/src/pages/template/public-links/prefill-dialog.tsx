import { Button, Checkbox, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import type { Model } from 'survey-core';
import type { PublicLinkItem } from '#forms/app-types.ts';
import { ApiError } from '../../../api/client.ts';
import { prefillPublicLink } from '../../../api/public-links.ts';
import { versionQuery } from '../../../api/template-queries.ts';
import {
  type Definition,
  emptyDefinition,
  type Field,
  readDefinition,
  titleOf,
} from '../../../builder/definition.ts';
import { prefillableIn, prefillForm, unfitForLinks } from '../../../builder/prefill.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Problem } from '../../../components/problem.tsx';
import { useAct } from '../../../components/use-act.ts';
import { useFaultWords } from '../../../fill/fault-words.ts';
import { faultsIn } from '../../../offline/form-server.ts';
import { SurveyView } from '../../../survey/survey-view.tsx';
import { useTranslation } from '../../../texts.ts';
import { Share } from './share.tsx';

interface PrefillDialogProps {
  readonly link: PublicLinkItem;
  /** The number of the published version. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Makes the address of a link that brings answers along, which its holder can read and not change. */
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
  const model = useRef<Model>(undefined);
  const typed = useRef<Readonly<Record<string, unknown>>>({});
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
      <LeftOut fields={unfitForLinks(definition)} />
      {names.length > 0 && (
        <ChosenFields
          definition={definition}
          names={names}
          typed={typed.current}
          onModel={(made) => {
            model.current = made;
            typed.current = made.data;
            made.onValueChanged.add(() => {
              typed.current = made.data;
              setUrl(undefined);
            });
          }}
        />
      )}
      {make.problem && <Refused error={make.problem} />}
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

/** Says which fields of the form a link cannot fill in, and why. */
function LeftOut({ fields }: { readonly fields: readonly Field[] }) {
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
  /** What was typed before other fields were chosen. */
  readonly typed: Readonly<Record<string, unknown>>;
  readonly onModel: (model: Model) => void;
}

function ChosenFields({ definition, names, typed, onModel }: ChosenFieldsProps) {
  const shown = useMemo(() => prefillForm(definition, names), [definition, names]);
  const kept = Object.entries(typed).filter(([name]) => names.includes(name));
  return <SurveyView definition={shown} answers={Object.fromEntries(kept)} setUp={onModel} />;
}

/** Says which of the answers the server refuses. */
function Refused({ error }: { readonly error: Error }) {
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
