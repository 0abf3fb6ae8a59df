import { Button, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#sign-in/app-types.ts';
import { knowsPasskeys } from '#web/api/authenticator.ts';
import { passkeysQuery, removePasskey, waysInQuery } from '#web/api/passkeys.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ItemList } from '#web/components/item-list.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import { NamePasskey } from '#web/identity/name-passkey.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The dialog that is open. */
type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys of the signed-in user; nothing where the account does not allow passkeys. */
export function Passkeys() {
  const { t } = useTranslation();
  const options = useQuery(waysInQuery);
  const query = useQuery(passkeysQuery);
  const { data } = query;
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  if (options.data?.passkeys === false) return null;
  const items = data?.items ?? [];
  const add = knowsPasskeys() && (
    <Button variant="default" onClick={() => setDialog({ kind: 'add' })}>
      {t('passkeys.add')}
    </Button>
  );
  return (
    <Section title={t('passkeys.title')} actions={items.length > 0 && add}>
      <QueryState query={query} />
      {!knowsPasskeys() && <Text>{t('passkeys.unsupported')}</Text>}
      {data && items.length === 0 && (
        <EmptyState icon={IconKey} title={t('passkeys.none')} text={t('passkeys.lead')}>
          {add}
        </EmptyState>
      )}
      {items.length > 0 && <PasskeyItems items={items} onChoose={setDialog} />}
      {dialog?.kind === 'add' && <NamePasskey onClose={close} />}
      {dialog?.kind === 'rename' && <NamePasskey passkey={dialog.passkey} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <ConsentDialog
          title={t('passkeys.removeTitle', { name: dialog.passkey.name })}
          verb={t('passkeys.remove')}
          act={() => removePasskey(dialog.passkey.id)}
          onClose={close}
        >
          <Text>{t('passkeys.removeLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}

interface PasskeyItemsProps {
  readonly items: readonly Passkey[];
  readonly onChoose: (dialog: Dialog) => void;
}

function PasskeyItems({ items, onChoose }: PasskeyItemsProps) {
  const { t } = useTranslation();
  return (
    <ItemList
      items={items.map((passkey) => ({
        id: passkey.id,
        title: passkey.name,
        facts: (
          <>
            {`${t('passkeys.added')} `}
            <Time at={passkey.createdAt} />
            {` · ${t(passkey.lastUsedAt ? 'passkeys.used' : 'passkeys.unused')} `}
            {passkey.lastUsedAt && <Time at={passkey.lastUsedAt} />}
          </>
        ),
        actions: (['rename', 'remove'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="xs"
            onClick={() => onChoose({ kind, passkey })}
            aria-label={t(`passkeys.${kind}Of`, { name: passkey.name })}
          >
            {t(`passkeys.${kind}`)}
          </Button>
        )),
      }))}
    />
  );
}
