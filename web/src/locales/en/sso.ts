export const sso = {
  sso: {
    connect: 'Connect an identity provider',
    guide: 'Steps for your identity provider',
    create: 'Connect',
    edit: 'Edit',
    editTitle: 'Edit {{name}}',
    save: 'Save',
    on: 'On',
    off: 'Off',
    name: 'Name',
    nameHint: 'Shown on the button of the sign-in page.',
    issuer: 'Issuer',
    issuerHint: 'The URL that your identity provider uses as its issuer.',
    https: 'Enter a URL that begins with https://',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretHint: 'Formstead encrypts the secret and never shows it again.',
    secretKept: 'Leave empty to keep the current secret.',
    redirectUri: 'Redirect URI',
    signedOutUri: 'Sign-out redirect URI',
    redirectHint: 'Enter this URL in your identity provider, in a web application.',
    rule: 'Matching rule',
    lastSignIn: 'Last sign-in',
    noSignIn: 'None with these settings',
    ruleIs: '{{claim}} = {{attribute}}',
    claim: 'Claim',
    claimHint:
      'Okta: sub. Entra: oid. Never use an email address. It does not prove who someone is.',
    attribute: 'Matching user attribute',
    attributes: {
      externalId: 'ID in the identity provider (externalId)',
      userName: 'User name (userName)',
    },
    attributeHint:
      'Provisioning sets this attribute. With Entra, map externalId to objectId first. Otherwise nobody can sign in.',
    saml: {
      metadataLater:
        'If your identity provider asks for addresses first, connect without metadata. You can then copy the addresses here and add the metadata with “Edit”.',
      metadataKept: 'Leave both unchanged to keep the current metadata.',
      metadataUrl: 'Metadata URL',
      metadataUrlHint: 'Formstead reads it every day, so that new certificates work on their own.',
      metadataFile: 'Or metadata file (XML)',
      chooseFile: 'Choose a file',
      notBoth: 'Enter a URL or choose a file, not both.',
      claim: 'NameID or attribute',
      claimHint:
        'NameID, or the exact name of an attribute in the assertion. Okta, OneLogin: NameID. Entra: http://schemas.microsoft.com/identity/claims/objectidentifier. Never use an email address.',
      addressesHint: 'Enter these in your identity provider.',
      acsUrl: 'Single sign-on URL (ACS)',
      entityId: 'Entity ID (audience)',
      metadataUrlOwn: 'Metadata of Formstead',
      issuer: 'Entity ID of the identity provider',
      signOnUrl: 'Sign-on URL',
      refreshedAt: 'Metadata read',
      certificate: 'Certificate {{name}}',
      until: 'Valid until',
      missing: 'The metadata of the identity provider is missing',
      missingHint:
        'Enter the addresses below in your identity provider. Then choose “Edit” and add its metadata.',
      waiting: 'The identity provider has a new sign-on URL',
      waitingHint:
        'Its metadata now names {{address}}. Until you accept it, people continue to sign in at the current URL. Accept it only if your identity provider announced the change.',
      accept: 'Accept new URL',
      notRefreshed:
        'Formstead could not read the metadata. The current settings continue to apply.',
      ending: 'The certificate of the identity provider is about to expire',
      endsOn: '{{name}}: {{day}}',
      endingHint:
        'Create a new certificate in your identity provider, then add its metadata here. Sign-ins continue to work with the current one as long as the identity provider uses it.',
    },
    protocol: 'Protocol',
    protocols: { oidc: 'OpenID Connect', saml: 'SAML 2.0' },
    people: 'Applies to',
    peopleHint:
      'Only needed with several identity providers. Choose the tokens and credentials that provision the people of this one. The oldest connection without a choice signs in everyone else.',
    everybodyElse: 'Everyone else',
    everybodyElseLater: 'Nobody yet. Once it has metadata, everyone else.',
    nobodyYet: 'Nobody yet. Edit the connection and choose its credentials.',
    peopleCount_one: 'People of one credential',
    peopleCount_other: 'People of {{count}} credentials',
    duplicates: 'Some users can’t sign in with {{name}}',
    duplicatesHint:
      'These active users have the same external ID, so Formstead can’t tell them apart. Deactivate the users who are no longer needed, or correct the external ID in your identity provider.',
    otherDuplicates_one: 'and {{count}} more user',
    otherDuplicates_other: 'and {{count}} more users',
    test: 'Test',
    outcomes: {
      works:
        '{{name}} responds and accepts the client ID and secret. To check the rest, sign in with it in a private window.',
      'wrong-secret':
        '{{name}} rejects the client ID or secret. Copy both again from its settings.',
      'secret-lost':
        'Formstead can’t decrypt the client secret of {{name}}, because the master key has changed. Enter the secret again.',
      'address-blocked':
        '{{name}} has a private address, which Formstead does not call. The operator can allow it with FORMSTEAD_OUTBOUND_NETWORKS.',
      unreachable: 'Formstead can’t read the settings of {{name}}. Check the issuer.',
      'other-issuer':
        'The issuer in these settings is {{expected}}, but {{name}} sends {{received}}. Copy it exactly: even a slash at the end matters.',
      unclear:
        '{{name}} responds, but does not say whether the client ID and secret are right. Sign in with it in a private window to find out.',
      'metadata-missing': 'The metadata of {{name}} is missing. Add it with “Edit”.',
      'metadata-file':
        'The metadata of {{name}} came as a file, so there is nothing to call. To check it, sign in with it in a private window.',
      'metadata-current':
        'Formstead can read the metadata of {{name}}, and it is up to date. To check the rest, sign in with it in a private window.',
      'metadata-changed':
        'The metadata of {{name}} has changed. Formstead reads it again within a day.',
      'metadata-unusable': 'The metadata URL of {{name}} answers with something else.',
    },
    theirError: 'Error code of the identity provider: {{error}}',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    turnOffTitle: 'Turn off {{name}}?',
    remove: 'Remove',
    removeTitle: 'Remove {{name}}?',
    nobodyIn: 'People can no longer sign in with it.',
    staysIn: 'Existing sessions continue.',
    needLink: 'People without a password need a link from you. Create it under Users.',
    comesBack: 'You can turn it on again at any time.',
    gone: 'The client secret is deleted. You need it to connect again.',
    goneSaml:
      'Its addresses stop working. A new connection gets other ones, which you then enter in your identity provider.',
  },
  ssoOnly: {
    title: 'Single sign-on only',
    isOff: 'Off. People can also sign in with a password or passkey.',
    isOn: 'On. Only emergency admins can sign in with a password or passkey.',
    require: 'Require single sign-on',
    requireTitle: 'Require single sign-on for everyone?',
    requireNow:
      'Passwords, passkeys and password links stop working now. Everyone who signed in with one of them is signed out.',
    requireLocal: 'Users that your identity provider does not know can no longer sign in.',
    requireBreakGlass:
      'Emergency admins keep their password and passkeys: the admin from the setup, and everyone made an emergency admin since.',
    requireServer:
      'If your identity provider fails and no emergency admin has a password, the operator can set one with formstead user set-password.',
    requireApi: 'API credentials and provisioning tokens keep working.',
    allow: 'Allow passwords and passkeys',
    allowTitle: 'Allow passwords and passkeys again?',
    allowNow: 'Existing passwords and passkeys work again immediately.',
    allowBack: 'You can require single sign-on again at any time.',
  },
  userLink: {
    invite: 'Create invitation link',
    reset: 'Create password link',
    title: 'Create a link for {{name}}?',
    make: 'Create link',
    once: 'The link works once, expires after 24 hours, and is shown only now.',
    whoever: 'Anyone with this link can set the password. Send it privately.',
    replaces:
      'An earlier link stops working. When the new link is used, the person is signed out of all other browsers.',
    byMail: 'Send by email to {{email}}',
    byMailHint: 'Formstead then shows the link to nobody else.',
    send: 'Send link',
    sent: 'Link sent to {{email}}.',
    link: 'Link',
    shownOnce: 'The link is shown only once',
    pass: 'Copy the link and send it to the person privately.',
  },
} as const;
