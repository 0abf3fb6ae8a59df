import { List, Stack, Text, Title } from '@mantine/core';
import { Labelled } from '#web/components/labelled.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import type { Addresses } from '#web/guides/guide.ts';
import { GUIDES } from '#web/guides/index.ts';
import { SIGN_IN_GUIDES } from '#web/guides/sign-in/index.ts';
import { OWN_ERRORS, type SignInError } from '#web/guides/sign-in/sign-in-guide.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type GuideChoice, GuidePicker } from './guide-picker.tsx';
import { Steps } from './guide-steps.tsx';
import { GuideText, useGuideText } from './guide-text.tsx';

interface SignInTabProps extends GuideChoice {
  readonly addresses: Addresses;
}

/** The guide for signing in with the identity provider, and the meaning of its errors. */
export function SignInTab({ addresses, idp, onChoose }: SignInTabProps) {
  const { t } = useTranslation();
  const textOf = useGuideText();
  const { name } = GUIDES[idp];
  const { claim, attribute, match, steps, saml, errors } = SIGN_IN_GUIDES[idp];
  return (
    <Stack>
      <GuidePicker idp={idp} onChoose={onChoose} />
      <Section title={t('provisioning.signIn.steps', { name })}>
        <Labelled label={t('provisioning.signIn.rule')}>
          <Text maw="44rem">
            {t('provisioning.signIn.ruleIs', { claim, attribute })} <GuideText text={match} />
          </Text>
        </Labelled>
        <Steps steps={steps} addresses={addresses} />
        <LinkAnchor to="/settings/security" w="fit-content">
          {t('provisioning.signIn.toConnections')}
        </LinkAnchor>
        <Errors title={t('provisioning.signIn.errors', { name })} errors={errors} />
        <Errors title={t('provisioning.signIn.ownErrors')} errors={OWN_ERRORS} />
      </Section>
      <Section
        title={t(`provisioning.signIn.${saml.apart ? 'samlApart' : 'samlSteps'}`, { name })}
        lead={saml.apart ? textOf(saml.apart) : t('provisioning.signIn.samlLead')}
      >
        <Labelled label={t('provisioning.signIn.rule')}>
          <Text maw="44rem" className="wrap-anywhere">
            {t('provisioning.signIn.samlRule', {
              claim: saml.claim,
              attribute: saml.attribute,
            })}{' '}
            <GuideText text={saml.match} />
          </Text>
        </Labelled>
        <Steps steps={saml.steps} addresses={addresses} />
      </Section>
    </Stack>
  );
}

interface ErrorsProps {
  readonly title: string;
  readonly errors: readonly SignInError[];
}

function Errors({ title, errors }: ErrorsProps) {
  const textOf = useGuideText();
  return (
    <>
      <Title order={3} size="h5">
        {title}
      </Title>
      <List spacing="xs" maw="44rem" className="wrap-anywhere">
        {errors.map(({ shown, means }) => (
          <List.Item key={means.en}>
            <Text span inherit fw={600}>
              {typeof shown === 'string' ? shown : textOf(shown)}
            </Text>
            : <GuideText text={means} />
          </List.Item>
        ))}
      </List>
    </>
  );
}
