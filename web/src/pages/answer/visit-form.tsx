// Several people may use one device to open the same public link. This screen never shows what somebody typed before
// the visitor says that it is theirs.
import { Text } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Model } from 'survey-core';
import { queryClient } from '#web/api/query-client.ts';
import { type Session, visitAs } from '#web/api/session.ts';
import { dateTimeText } from '#web/components/calendar-formats.ts';
import { Loading } from '#web/components/loading.tsx';
import { Filling } from '#web/fill/filling.tsx';
import { ListSources } from '#web/kinds/list-source.ts';
import { type Device, personIn } from '#web/offline/device.ts';
import { isUnsent } from '#web/offline/drafts.ts';
import { nameOf } from '#web/offline/store.ts';
import { useKept } from '#web/offline/use-device.ts';
import { Front } from '#web/shell/front.tsx';
import { useFormNames } from '#web/survey/form-names.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { isBegun, isOld } from './left-behind.ts';
import { LeftForm } from './left-form.tsx';
import { openLinkDevice, startOver } from './link-device.ts';
import { listsOf } from './link-lists.ts';
import type { Visit } from './link-visit.ts';
import { useAbsence } from './use-absence.ts';
import { WillSend } from './will-send.tsx';

interface VisitFormProps {
  /** The key under which this browser keeps what belongs to the link. */
  readonly kept: string;
  readonly visit: Visit;
  /** The form was sent, or somebody begins a new one. */
  readonly onOver: () => void;
  /** The code of the link has changed. The argument opens the same form again. */
  readonly onCodeChanged: (draft: string) => void;
}

/** The form of a public link, as people with an account fill in theirs. */
export function VisitForm(props: VisitFormProps) {
  const { kept, visit } = props;
  const [opening] = useState(() => {
    const session = visitorOf(visit);
    visitAs(session);
    // What was read before the page asked for a code was not followed meanwhile.
    queryClient.removeQueries({ queryKey: [nameOf(personIn(session))] });
    return openLinkDevice(kept, visit).catch(() => undefined);
  });
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Loading />}>
        <OpenForm {...props} opening={opening} />
      </Suspense>
    </QueryClientProvider>
  );
}

interface OpenFormProps extends VisitFormProps {
  readonly opening: Promise<Awaited<ReturnType<typeof openLinkDevice>> | undefined>;
}

function OpenForm({ opening, ...props }: OpenFormProps) {
  const { t } = useTranslation();
  const found = use(opening);
  const { visit, onOver } = props;
  const isForgotten = found === 'forgotten';
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (isForgotten) over();
  }, [isForgotten]);
  if (isForgotten) return <Loading />;
  if (found !== undefined) return <KeptForm {...props} {...found} />;
  return (
    <Front title={visit.form.title}>
      <Text role="alert">{t('answer.noStorage')}</Text>
    </Front>
  );
}

interface KeptFormProps extends VisitFormProps {
  readonly device: Device;
  readonly isLeft: boolean;
  readonly openedAt: number;
}

/** Goes back to the first page of the form in the history of the browser. */
async function leaveParts(formId: string): Promise<void> {
  // There already if the form had several.
  const loaded = await import('#web/fill/notes.tsx').catch(() => undefined);
  await loaded?.leaveParts(formId);
}

/** Shows the form, and hides it when somebody else may be here: they are asked whether it is theirs. */
function KeptForm(props: KeptFormProps) {
  const { kept, visit, device, isLeft, openedAt, onOver, onCodeChanged } = props;
  const { t, i18n } = useTranslation();
  const { formId, keepOnDevice } = visit.opened;
  const { closesAt, fixed } = visit.form;
  const { name: title = visit.form.title, description = visit.form.description } = useFormNames(
    visit.form.definition,
  );
  const [hidden, setHidden] = useState<'left' | 'idle' | undefined>(isLeft ? 'left' : undefined);
  const [isGoing, setGoing] = useState(false);
  const lists = useMemo(() => listsOf(visit), [visit]);
  const draft = useKept(
    ['draft', formId],
    async ({ store }) => (await store.draft(formId)) ?? null,
  );
  // Opening the device has put it there. It may be sent before this screen has read it.
  const isSent = draft.data === null && !isGoing;
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (isSent) void leaveParts(formId).then(() => over());
  }, [isSent, formId]);
  const problem = draft.data?.problem;
  const isCodeWrong =
    problem !== undefined && problem.at >= openedAt && /^public-link-code-/.test(problem.code);
  const askForCode = useEffectEvent(() => onCodeChanged(visit.opened.draft));
  useEffect(() => {
    if (isCodeWrong) askForCode();
  }, [isCodeWrong]);
  const hide = (why: 'left' | 'idle') => {
    if (draft.data && isBegun(device.person, draft.data)) setHidden((was) => was ?? why);
  };
  useAbsence({
    onIdle: () => hide('idle'),
    // A browser may show the page again as it was left, by its button "Back".
    onLeft: () => flushSync(() => hide('left')),
  });
  const begin = async () => {
    setGoing(true);
    await startOver(kept, visit, device);
    await leaveParts(formId);
    onOver();
  };
  if (isGoing || !draft.data) return <Loading />;
  if (hidden !== undefined) {
    return (
      <LeftForm
        title={title}
        isUnsent={isUnsent(draft.data)}
        isGoingSoon={!keepOnDevice}
        onStartOver={() => void begin()}
        onContinue={async () => {
          // The page may have been open for longer than answers are kept.
          const now = await device.store.draft(formId);
          if (now === undefined || isOld(now)) await begin();
          else setHidden(undefined);
        }}
      />
    );
  }
  const { limited } = draft.data;
  const ends =
    closesAt && t('answer.closesAt', { when: dateTimeText(new Date(closesAt), i18n.locale) });
  const lead = [description, ends].filter(Boolean).join(' ');
  return (
    <Front title={title} width="46rem" {...(lead !== '' && { lead })}>
      <ListSources value={lists}>
        <Filling
          device={device}
          draft={draft.data}
          visit={{
            kept: t(keepOnDevice ? 'answer.keptHere' : 'answer.notKeptHere'),
            send: t('answer.send'),
            setUp: (model) => {
              fix(model, Object.keys(fixed));
              if (!keepOnDevice) forgetTyped(model);
            },
            willSend: (isLedTo) => <WillSend limited={limited} isLedTo={isLedTo} />,
          }}
        />
      </ListSources>
    </Front>
  );
}

/** Shows the answers that the link gives, and lets nobody change them. */
function fix(model: Model, names: readonly string[]): void {
  for (const name of names) {
    const question = model.getQuestionByName(name);
    if (question) question.readOnly = true;
  }
}

/** Asks the browser not to offer to the next person what was typed into these fields. */
function forgetTyped(model: Model): void {
  for (const question of model.getAllQuestions(false, true, true)) {
    question.setPropertyValue('autocomplete', 'off');
  }
}

/** What stands in place of a session: the link is the user. */
function visitorOf({ opened, form }: Visit): Session {
  return {
    user: {
      id: opened.linkId,
      userName: '',
      role: 'member',
      origin: 'local',
      ssoOnly: false,
      hasPassword: false,
      passwordConfirms: false,
      hasPasskey: false,
      hasApp: false,
    },
    account: {
      id: opened.accountId,
      code: '',
      name: form.organisation.name,
      timeZone: form.timeZone,
      maxFileBytes: form.maxFileBytes,
      brand: form.organisation.brand,
    },
    formId: opened.formId,
    lacksSecondFactor: false,
    sessionId: '',
    method: 'link',
    signedInAt: new Date().toISOString(),
    expiresAt: opened.expiresAt,
    idleSeconds: 0,
  };
}
