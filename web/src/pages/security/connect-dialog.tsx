import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { SsoConnection } from '#sign-in/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { SamlForm } from './saml-form.tsx';
import { SsoForm } from './sso-form.tsx';

type Kind = SsoConnection['kind'];
const KINDS: readonly Kind[] = ['oidc', 'saml'];

/** Connects an identity provider, by OpenID Connect or SAML. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('oidc');
  const protocol = (
    <NativeSelect
      label={t('sso.protocol')}
      data={KINDS.map((value) => ({ value, label: t(`sso.protocols.${value}`) }))}
      value={kind}
      onChange={({ currentTarget }) => setKind(currentTarget.value === 'saml' ? 'saml' : 'oidc')}
    />
  );
  const Form = kind === 'saml' ? SamlForm : SsoForm;
  return <Form protocol={protocol} onClose={onClose} />;
}
