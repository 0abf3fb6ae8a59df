import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#sign-in/app-types.ts';
import { knowsPasskeys, passkeysQuery, removePasskey } from '../../api/passkeys.ts';
import { signInOptionsQuery } from '../../api/sign-in.ts';
import { ConsentDialog } from '../../components/consent-dialog.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { NamePasskey } from './name-passkey.tsx';

/** The dialog that is open. */
type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys of the signed-in user; nothing where the account does not allow passkeys. */
export function Passkeys() {
  const { t } = useTranslation();
  const options = useQuery(signInOptionsQuery());
  const query = useQuery(passkeysQuery);
  const { data } = query;
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  if (options.data?.passkeys === false) return null;
  return (
    <Section
      title={t('passkeys.title')}
      lead={t('passkeys.lead')}
      actions={
        knowsPasskeys() && (
          <Button variant="default" onClick={() => setDialog({ kind: 'add' })}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      <QueryState query={query} />
      {!knowsPasskeys() && <Text>{t('passkeys.unsupported')}</Text>}
      {data?.items.length === 0 && <Text>{t('passkeys.none')}</Text>}
      {data && data.items.length > 0 && <PasskeyItems items={data.items} onChoose={setDialog} />}
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
    <Stack component="ul" gap="md" m={0} p={0}>
      {items.map((passkey) => (
        <Group component="li" key={passkey.id} justify="space-between" gap="xs">
          <Box miw={0}>
            <Text fw={500} className="wrap-anywhere">
              {passkey.name}
            </Text>
            <Text size="sm" c="dimmed">
              {`${t('passkeys.added')} `}
              <Time at={passkey.createdAt} />
              {` · ${t(passkey.lastUsedAt ? 'passkeys.used' : 'passkeys.unused')} `}
              {passkey.lastUsedAt && <Time at={passkey.lastUsedAt} />}
            </Text>
          </Box>
          <Group gap="xs" wrap="nowrap">
            {(['rename', 'remove'] as const).map((kind) => (
              <Button
                key={kind}
                variant="default"
                size="xs"
                onClick={() => onChoose({ kind, passkey })}
                aria-label={t(`passkeys.${kind}Of`, { name: passkey.name })}
              >
                {t(`passkeys.${kind}`)}
              </Button>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
