import type { Issued } from '#web/api/credentials.ts';
import { tokenCurl } from '#web/components/curl-lines.ts';
import { SecretDialog } from '#web/components/secret-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface IssuedDialogProps {
  readonly issued: Issued;
  readonly onDone: () => void;
}

/** Shows a new secret once, with what is needed to use it. */
export function IssuedDialog({ issued: { credential, secret }, onDone }: IssuedDialogProps) {
  const { t } = useTranslation();
  const shown =
    credential.kind === 'provisioning-token'
      ? [
          { label: t('issued.provisioningToken'), text: secret },
          { label: t('issued.scimUrl'), text: `${location.origin}/scim/v2` },
        ]
      : [
          { label: t('issued.clientId'), text: credential.id },
          { label: t('issued.clientSecret'), text: secret },
          { label: t('issued.curl'), text: tokenCurl(credential.id, secret), block: true },
        ];
  return <SecretDialog title={credential.name} shown={shown} onDone={onDone} />;
}
