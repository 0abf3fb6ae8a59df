export const sso = {
  sso: {
    connect: 'Identity Provider verbinden',
    guide: 'Schritte für Ihren Identity Provider',
    create: 'Verbinden',
    edit: 'Ändern',
    editTitle: '{{name}} ändern',
    save: 'Speichern',
    on: 'An',
    off: 'Aus',
    name: 'Name',
    nameHint: 'Steht auf dem Knopf der Anmeldeseite.',
    issuer: 'Aussteller (Issuer)',
    issuerHint: 'Die https-Adresse, mit der sich der Identity Provider selbst nennt.',
    https: 'Eine Adresse, die mit https:// beginnt',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    secretHint: 'Wird verschlüsselt aufbewahrt und nie wieder gezeigt.',
    secretKept: 'Leer lassen, um das bisherige zu behalten. Gezeigt wird es nie.',
    redirectUri: 'Redirect-URI',
    signedOutUri: 'Redirect-URI nach der Abmeldung',
    redirectHint: 'Tragen Sie das beim Identity Provider ein, für eine Web-Anwendung.',
    rule: 'Woran Menschen erkannt werden',
    lastSignIn: 'Letzte Anmeldung damit',
    noSignIn: 'Mit diesen Einstellungen noch niemand',
    ruleIs: '{{claim}} = {{attribute}}',
    claim: 'Claim des Identity Providers',
    claimHint: 'Okta: sub. Entra: oid. Nie eine E-Mail-Adresse: Sie beweist nichts.',
    attribute: 'Muss hier übereinstimmen mit',
    attributes: {
      externalId: 'ID beim Identity Provider (externalId)',
      userName: 'Benutzername (userName)',
    },
    attributeHint:
      'Das Provisioning bringt sie mit. Entra: externalId zuerst objectId zuordnen, sonst wird niemand erkannt.',
    people: 'Meldet Personen an, die gebracht wurden von',
    peopleHint:
      'Bei mehreren Identity Providern: Wählen Sie die Tokens und API-Zugänge, die die Personen dieses Identity Providers bereitstellen. Die älteste Verbindung, die keine nennt, meldet alle anderen an.',
    everybodyElse: 'Alle anderen',
    nobodyYet: 'Noch niemanden: ändern Sie sie und wählen Sie, wessen Personen sie anmeldet',
    peopleCount_one: 'Personen eines API-Zugangs',
    peopleCount_other: 'Personen von {{count}} API-Zugängen',
    test: 'Testen',
    outcomes: {
      works:
        '{{name}} antwortet, wie es soll, und kennt Client-ID und Secret. Den Rest probieren Sie in einem privaten Fenster mit einer Anmeldung.',
      'wrong-secret':
        '{{name}} nimmt Client-ID und Secret nicht an. Kopieren Sie beide neu aus dessen Einstellungen.',
      'secret-lost':
        'Das Client Secret von {{name}} lässt sich nicht mehr öffnen, weil der Hauptschlüssel ein anderer ist. Geben Sie es neu ein.',
      'address-blocked':
        '{{name}} hat eine private Adresse, und solche werden nicht aufgerufen. Wer diesen Dienst betreibt, kann sie mit FORMSTEAD_OUTBOUND_NETWORKS erlauben.',
      unreachable: 'Die Einstellungen von {{name}} sind nicht lesbar. Prüfen Sie den Issuer.',
      unclear:
        '{{name}} antwortet, sagt aber nicht, ob es Client-ID und Secret kennt. Probieren Sie es in einem privaten Fenster mit einer Anmeldung.',
    },
    theirError: 'Fehlercode des Identity Providers: {{error}}',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    turnOffTitle: '{{name}} ausschalten?',
    remove: 'Entfernen',
    removeTitle: '{{name}} entfernen?',
    nobodyIn:
      'Ab sofort meldet sich niemand mehr damit an; der Knopf verschwindet von der Anmeldeseite.',
    staysIn: 'Wer angemeldet ist, bleibt es, bis die Sitzung endet.',
    needLink:
      'Wer kein Passwort hat, kommt nur mit einem Link von Ihnen herein: Öffnen Sie die Person unter „Personen“.',
    comesBack: 'Es lässt sich jederzeit wieder einschalten.',
    gone: 'Das Client-Secret wird gelöscht. Um wieder zu verbinden, brauchen Sie es noch einmal.',
  },
  ssoOnly: {
    title: 'Nur Single Sign-on',
    isOff: 'Aus: Man kann sich auch mit Passwort oder Passkey anmelden.',
    isOn: 'An: Nur Notfall-Admins können sich mit Passwort oder Passkey anmelden.',
    require: 'Single Sign-on verlangen',
    requireTitle: 'Single Sign-on von allen verlangen?',
    requireNow:
      'Passwörter, Passkeys und Links zum Wählen eines Passworts gelten ab jetzt nicht mehr. Wer sich damit angemeldet hat, wird abgemeldet.',
    requireLocal:
      'Lokale Personen, die der Identity Provider nicht kennt, können sich nicht mehr anmelden.',
    requireBreakGlass:
      'Wer einen Notfallzugang hat, behält Passwort und Passkeys: der Admin der Einrichtung und alle, die seither einen bekommen haben.',
    requireServer:
      'Fällt der Identity Provider aus und hat niemand einen Notfallzugang, öffnet formstead user set-password auf dem Server die Tür.',
    requireApi: 'API-Zugänge und Provisioning-Tokens gelten weiter.',
    allow: 'Passwörter und Passkeys erlauben',
    allowTitle: 'Passwörter und Passkeys wieder erlauben?',
    allowNow: 'Die früheren Passwörter und Passkeys gelten sofort wieder.',
    allowBack: 'Sie können Single Sign-on jederzeit wieder verlangen.',
  },
  userLink: {
    invite: 'Einladungslink',
    reset: 'Passwort-Link',
    title: 'Link für {{name}} erstellen?',
    make: 'Link erstellen',
    once: 'Er gilt einmal, 24 Stunden lang, und wird Ihnen nur jetzt gezeigt.',
    whoever: 'Wer ihn hat, wählt das Passwort und ist angemeldet: Schicken Sie ihn vertraulich.',
    replaces:
      'Ein früherer Link gilt nicht mehr. Wird er benutzt, ist die Person überall sonst abgemeldet.',
    byMail: 'Per E-Mail an {{email}} senden',
    byMailHint: 'Dann wird er sonst niemandem gezeigt.',
    send: 'Link senden',
    sent: 'Der Link ist unterwegs an {{email}}.',
    link: 'Link',
    pass: 'Kopieren Sie den Link und schicken Sie ihn der Person vertraulich.',
  },
} as const;
