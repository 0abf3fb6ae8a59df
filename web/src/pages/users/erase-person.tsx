// Erasing a person cannot be undone and reaches forms and files. The server lists the consequences, and this dialog
// shows them before and after.
import { Button, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UserDetail, UserErasure } from '#administration/app-types.ts';
import { consequencesQuery, eraseUser } from '#web/api/users.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Consequences } from './consequences.tsx';

interface ErasePersonProps {
  readonly user: UserDetail;
  /** Called when the user has been erased and the result was read. */
  readonly onGone: () => void;
}

/** Erases a person who asks for it (GDPR): explains the consequences, then shows what was done. */
export function ErasePerson({ user, onGone }: ErasePersonProps) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <Section
      title={t('users.erasing')}
      lead={t('users.erasingLead')}
      actions={
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('users.erase')}
        </Button>
      }
    >
      {isAsked && (
        <EraseDialog
          id={user.id}
          name={user.displayName ?? user.userName}
          meaning={<Meaning user={user} />}
          verb={t('users.toUsers')}
          onGone={onGone}
          onCancel={() => setAsked(false)}
        />
      )}
    </Section>
  );
}

interface EraseDialogProps {
  readonly id: string;
  readonly name: string;
  /** The consequences of erasing this person. */
  readonly meaning: ReactNode;
  /** The label of the button that closes the result. */
  readonly verb: string;
  readonly onGone: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation, erases the person, and shows what was removed and what stays. */
export function EraseDialog({ id, name, meaning, verb, onGone, onCancel }: EraseDialogProps) {
  const { t } = useTranslation();
  const [erasure, setErasure] = useState<UserErasure>();
  if (erasure) return <Erased erasure={erasure} verb={verb} onGone={onGone} />;
  return (
    <ConsentDialog
      title={t('users.eraseTitle', { name })}
      verb={t('users.erase')}
      act={async () => setErasure(await eraseUser(id))}
      onDone={() => undefined}
      onClose={onCancel}
    >
      {meaning}
    </ConsentDialog>
  );
}

function Meaning({ user }: Pick<ErasePersonProps, 'user'>) {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery(consequencesQuery(user.id));
  if (isPending) return <Loading />;
  if (error) return <Problem error={error} />;
  return (
    <>
      {data.isLastAdmin && <Text fw={550}>{t('users.lastAdmin')}</Text>}
      {data.isSelf && <Text fw={550}>{t('users.yourself')}</Text>}
      {data.didProvisioning && <Text fw={550}>{t('users.provisions')}</Text>}
      <NamesMeaning>
        <Consequences
          counts={{
            sessionsEnd: data.sessions,
            credentialsEnd: data.credentials,
            groupsLeft: data.groups,
            formsStay: data.forms,
            seriesFail: data.series,
            rulesStop: data.rules,
            exportsEnd: data.scheduledExports,
          }}
        />
      </NamesMeaning>
    </>
  );
}

/** The consequences that are the same for everybody, after those for this person. */
export function NamesMeaning({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <List>
        {children}
        <List.Item>{t('users.eraseNames')}</List.Item>
        <List.Item>{t('users.eraseManagers')}</List.Item>
        <List.Item>{t('users.eraseLog')}</List.Item>
        <List.Item>{t('users.eraseAudit')}</List.Item>
      </List>
      <Text>{t('users.noWayBack')}</Text>
    </>
  );
}

type ErasedProps = Pick<EraseDialogProps, 'verb' | 'onGone'> & { readonly erasure: UserErasure };

function Erased({ erasure, verb, onGone }: ErasedProps) {
  const { t } = useTranslation();
  const { removed, kept } = erasure;
  return (
    <Dialog onClose={onGone} title={t('users.erased')}>
      <Stack>
        <Title order={3} size="h5">
          {t('users.erasedRemoved')}
        </Title>
        <List>
          {removed.users > 0 && (
            <>
              <List.Item>{t('users.sessionsEnd', { count: removed.sessions })}</List.Item>
              <List.Item>{t('users.erasedPasskeys', { count: removed.passkeys })}</List.Item>
              <List.Item>{t('users.credentialsEnd', { count: removed.credentials })}</List.Item>
              <List.Item>{t('users.groupsLeft', { count: removed.groups })}</List.Item>
            </>
          )}
          <List.Item>{t('users.erasedNames', { count: removed.formNames })}</List.Item>
          <List.Item>{t('users.erasedManagers', { count: removed.managers })}</List.Item>
          <List.Item>{t('users.erasedLog', { count: removed.provisioningLogEntries })}</List.Item>
        </List>
        <Title order={3} size="h5">
          {t('users.erasedKept')}
        </Title>
        <List>
          <List.Item>{t('users.erasedForms', { count: kept.forms.count ?? 0 })}</List.Item>
          <List.Item>{t('users.eraseAudit')}</List.Item>
        </List>
        <Button w="fit-content" onClick={onGone} data-autofocus>
          {verb}
        </Button>
      </Stack>
    </Dialog>
  );
}
