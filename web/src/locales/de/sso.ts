export const sso = {
  sso: {
    connect: 'Identity Provider verbinden',
    guide: 'Schritte für Ihren Identity Provider',
    create: 'Verbinden',
    edit: 'Bearbeiten',
    editTitle: '{{name}} bearbeiten',
    save: 'Speichern',
    on: 'An',
    off: 'Aus',
    name: 'Name',
    nameHint: 'Steht auf der Schaltfläche der Anmeldeseite.',
    issuer: 'Issuer',
    issuerHint: 'Die URL, die Ihr Identity Provider als Issuer verwendet.',
    https: 'Geben Sie eine URL ein, die mit https:// beginnt',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    secretHint: 'Formstead verschlüsselt das Secret und zeigt es nie wieder an.',
    secretKept: 'Leer lassen, um das Secret zu behalten.',
    redirectUri: 'Redirect-URI',
    signedOutUri: 'Redirect-URI nach der Abmeldung',
    redirectHint: 'Tragen Sie diese URL im Identity Provider bei einer Web-Anwendung ein.',
    rule: 'Zuordnungsregel',
    lastSignIn: 'Letzte Anmeldung',
    noSignIn: 'Mit diesen Einstellungen noch keine',
    ruleIs: '{{claim}} = {{attribute}}',
    claim: 'Claim',
    claimHint:
      'Okta: sub. Entra: oid. Verwenden Sie nie eine E-Mail-Adresse. Sie beweist keine Identität.',
    attribute: 'Zugeordnetes Attribut',
    attributes: {
      externalId: 'ID im Identity Provider (externalId)',
      userName: 'Benutzername (userName)',
    },
    attributeHint:
      'Das Provisioning setzt dieses Attribut. Ordnen Sie bei Entra zuerst objectId dem Attribut externalId zu. Sonst kann sich niemand anmelden.',
    saml: {
      metadataLater:
        'Verlangt Ihr Identity Provider zuerst Adressen, verbinden Sie ohne Metadaten. Danach kopieren Sie hier die Adressen und fügen die Metadaten unter „Bearbeiten“ hinzu.',
      metadataKept: 'Lassen Sie beide unverändert, um die Metadaten zu behalten.',
      metadataUrl: 'Metadaten-URL',
      metadataUrlHint: 'Formstead liest sie jeden Tag, damit neue Zertifikate von selbst gelten.',
      metadataFile: 'Oder Metadaten-Datei (XML)',
      chooseFile: 'Datei auswählen',
      notBoth: 'Geben Sie eine URL ein oder wählen Sie eine Datei, nicht beides.',
      claim: 'NameID oder Attribut',
      claimHint:
        'NameID oder der genaue Name eines Attributs der Assertion. Okta, OneLogin: NameID. Entra: http://schemas.microsoft.com/identity/claims/objectidentifier. Verwenden Sie nie eine E-Mail-Adresse.',
      addressesHint: 'Tragen Sie diese Angaben in Ihrem Identity Provider ein.',
      acsUrl: 'Single-Sign-on-URL (ACS)',
      entityId: 'Entity-ID (Audience)',
      metadataUrlOwn: 'Metadaten von Formstead',
      issuer: 'Entity-ID des Identity Providers',
      signOnUrl: 'Anmelde-URL',
      refreshedAt: 'Metadaten gelesen',
      certificate: 'Zertifikat {{name}}',
      until: 'Gültig bis',
      missing: 'Die Metadaten des Identity Providers fehlen',
      missingHint:
        'Tragen Sie die Adressen unten in Ihrem Identity Provider ein. Fügen Sie dann unter „Bearbeiten“ seine Metadaten hinzu.',
      waiting: 'Der Identity Provider hat eine neue Anmelde-URL',
      waitingHint:
        'In seinen Metadaten steht jetzt {{address}}. Bis Sie zustimmen, gilt die bisherige URL weiter. Stimmen Sie nur zu, wenn Ihr Identity Provider die Änderung angekündigt hat.',
      accept: 'Neue URL übernehmen',
      notRefreshed:
        'Formstead konnte die Metadaten nicht lesen. Die bisherigen Einstellungen gelten weiter.',
      ending: 'Das Zertifikat des Identity Providers läuft bald ab',
      endsOn: '{{name}}: {{day}}',
      endingHint:
        'Erstellen Sie in Ihrem Identity Provider ein neues Zertifikat und fügen Sie dann hier seine Metadaten hinzu. Mit dem bisherigen funktioniert die Anmeldung, solange der Identity Provider es verwendet.',
    },
    protocol: 'Protokoll',
    protocols: { oidc: 'OpenID Connect', saml: 'SAML 2.0' },
    people: 'Gilt für',
    peopleHint:
      'Nur bei mehreren Identity Providern nötig. Wählen Sie die Tokens und API-Zugänge, mit denen die Personen dieses Identity Providers angelegt werden. Die älteste Verbindung ohne Auswahl meldet alle anderen an.',
    everybodyElse: 'Alle anderen',
    everybodyElseLater: 'Noch niemanden. Sobald die Metadaten da sind, alle anderen.',
    nobodyYet: 'Noch niemanden. Bearbeiten Sie die Verbindung und wählen Sie ihre API-Zugänge.',
    peopleCount_one: 'Personen eines API-Zugangs',
    peopleCount_other: 'Personen von {{count}} API-Zugängen',
    duplicates: 'Einige Personen können sich nicht über {{name}} anmelden',
    duplicatesHint:
      'Diese aktiven Personen haben dieselbe externe ID. Formstead kann sie deshalb nicht unterscheiden. Deaktivieren Sie, wer nicht mehr gebraucht wird, oder korrigieren Sie die externe ID in Ihrem Identity Provider.',
    otherDuplicates_one: 'und {{count}} weitere Person',
    otherDuplicates_other: 'und {{count}} weitere Personen',
    test: 'Testen',
    outcomes: {
      works:
        '{{name}} antwortet und akzeptiert Client-ID und Secret. Den Rest prüfen Sie, indem Sie sich in einem privaten Fenster damit anmelden.',
      'wrong-secret':
        '{{name}} lehnt Client-ID oder Secret ab. Kopieren Sie beide erneut aus dessen Einstellungen.',
      'secret-lost':
        'Formstead kann das Client-Secret von {{name}} nicht entschlüsseln, weil sich der Hauptschlüssel geändert hat. Geben Sie das Secret erneut ein.',
      'address-blocked':
        '{{name}} hat eine private Adresse. Formstead ruft solche Adressen nicht auf. Der Betreiber kann sie mit FORMSTEAD_OUTBOUND_NETWORKS erlauben.',
      unreachable:
        'Formstead kann die Einstellungen von {{name}} nicht lesen. Prüfen Sie den Issuer.',
      'other-issuer':
        'Hier ist der Issuer {{expected}} eingetragen, {{name}} sendet aber {{received}}. Übernehmen Sie ihn genau: Auch ein Schrägstrich am Ende zählt.',
      unclear:
        '{{name}} antwortet, sagt aber nicht, ob Client-ID und Secret stimmen. Melden Sie sich zur Prüfung in einem privaten Fenster damit an.',
      'metadata-missing':
        'Die Metadaten von {{name}} fehlen. Fügen Sie sie unter „Bearbeiten“ hinzu.',
      'metadata-file':
        'Die Metadaten von {{name}} kamen als Datei. Es gibt also nichts aufzurufen. Melden Sie sich zur Prüfung in einem privaten Fenster damit an.',
      'metadata-current':
        'Formstead kann die Metadaten von {{name}} lesen, und sie sind aktuell. Den Rest prüfen Sie, indem Sie sich in einem privaten Fenster damit anmelden.',
      'metadata-changed':
        'Die Metadaten von {{name}} haben sich geändert. Formstead liest sie innerhalb eines Tages erneut.',
      'metadata-unusable': 'Unter der Metadaten-URL von {{name}} steht etwas anderes.',
    },
    theirError: 'Fehlercode des Identity Providers: {{error}}',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    turnOffTitle: '{{name}} ausschalten?',
    remove: 'Entfernen',
    removeTitle: '{{name}} entfernen?',
    nobodyIn: 'Die Anmeldung damit ist nicht mehr möglich.',
    staysIn: 'Bestehende Sitzungen laufen weiter.',
    needLink:
      'Personen ohne Passwort brauchen einen Link von Ihnen. Erstellen Sie ihn unter „Personen“.',
    comesBack: 'Sie können die Verbindung jederzeit wieder einschalten.',
    gone: 'Das Client-Secret wird gelöscht. Für eine neue Verbindung brauchen Sie es wieder.',
    goneSaml:
      'Die Adressen gelten nicht mehr. Eine neue Verbindung bekommt andere, die Sie dann im Identity Provider eintragen.',
  },
  ssoOnly: {
    title: 'Nur Single Sign-on',
    isOff: 'Aus. Die Anmeldung ist auch mit Passwort oder Passkey möglich.',
    isOn: 'An. Nur Notfall-Admins können sich mit Passwort oder Passkey anmelden.',
    require: 'Single Sign-on verlangen',
    requireTitle: 'Single Sign-on von allen verlangen?',
    requireNow:
      'Passwörter, Passkeys und Passwort-Links sind sofort ungültig. Alle, die sich damit angemeldet haben, werden abgemeldet.',
    requireLocal:
      'Personen, die Ihr Identity Provider nicht kennt, können sich nicht mehr anmelden.',
    requireBreakGlass:
      'Notfall-Admins behalten Passwort und Passkeys: der Admin der Einrichtung und alle, die seitdem Notfall-Admin geworden sind.',
    requireServer:
      'Fällt Ihr Identity Provider aus und hat kein Notfall-Admin ein Passwort, kann der Betreiber mit formstead user set-password eines setzen.',
    requireApi: 'API-Zugänge und Provisioning-Tokens gelten weiter.',
    allow: 'Passwörter und Passkeys erlauben',
    allowTitle: 'Passwörter und Passkeys wieder erlauben?',
    allowNow: 'Vorhandene Passwörter und Passkeys gelten sofort wieder.',
    allowBack: 'Sie können Single Sign-on jederzeit wieder verlangen.',
  },
  userLink: {
    invite: 'Einladungslink erstellen',
    reset: 'Passwort-Link erstellen',
    title: 'Link für {{name}} erstellen?',
    make: 'Link erstellen',
    once: 'Der Link gilt einmal, läuft nach 24 Stunden ab und wird nur jetzt angezeigt.',
    whoever: 'Mit diesem Link lässt sich das Passwort festlegen. Senden Sie ihn vertraulich.',
    replaces:
      'Ein früherer Link wird ungültig. Wird der neue verwendet, ist die Person in allen anderen Browsern abgemeldet.',
    byMail: 'Per E-Mail an {{email}} senden',
    byMailHint: 'Formstead zeigt den Link dann sonst niemandem an.',
    send: 'Link senden',
    sent: 'Link an {{email}} gesendet.',
    link: 'Link',
    shownOnce: 'Der Link wird nur einmal angezeigt',
    pass: 'Kopieren Sie den Link und senden Sie ihn der Person vertraulich.',
  },
} as const;
