export const provisioning = {
  provisioning: {
    title: 'Provisioning',
    lead: 'Ihr Identity Provider verwaltet hier Personen und Gruppen.',
    toLog: 'Protokoll anzeigen',
    tabs: {
      overview: 'Überblick',
      connect: 'Verbinden',
      'sign-in': 'Anmeldung',
      attributes: 'Attribute',
      roles: 'Rollen',
    },
    settingsSaved: 'Änderungen gespeichert.',
    on: {
      title: 'Provisioning ist eingeschaltet',
      text: 'Ihr Identity Provider kann Personen und Gruppen anlegen, ändern, deaktivieren und löschen.',
    },
    paused: {
      title: 'Provisioning ist pausiert',
      text: 'Formstead antwortet mit 503 und Retry-After. Die meisten Identity Provider versuchen es selbst erneut.',
    },
    disconnected: {
      title: 'Provisioning ist getrennt',
      text: 'Formstead lehnt jede Anfrage mit 403 ab. Ihr Identity Provider meldet Fehler und stellt die Versuche eventuell ein.',
    },
    changed: 'Zuletzt geändert von {{who}}: {{when}}',
    someone: 'einer gelöschten Person',
    guard: {
      title: 'Pausiert: zu viele Personen deaktiviert oder gelöscht',
      what: 'Formstead hat Änderungen über Ihrer Grenze abgelehnt. Prüfen Sie, ob eine Gruppe versehentlich entfernt wurde.',
      look: 'Betroffene Anfragen anzeigen',
      ask: 'Sind die Änderungen richtig, lassen Sie sie zu. Wenn nicht, korrigieren Sie zuerst die Zuweisung im Identity Provider und schalten Sie das Provisioning dann ein.',
      offUntil: 'Der Löschschutz ist bis {{when}} aus.',
    },
    deed: {
      pause: {
        verb: 'Provisioning pausieren',
        title: 'Provisioning pausieren?',
        what: 'Ab der nächsten Anfrage soll es der Identity Provider später erneut versuchen. Wer Ihre Organisation verlässt, bleibt hier aktiv, bis Sie das Provisioning wieder einschalten.',
        keeps: 'Personen, Gruppen und Zugänge ändern sich nicht.',
        back: 'Sie können das Provisioning jederzeit einschalten. Ihr Identity Provider holt die Änderungen dann nach.',
      },
      disconnect: {
        verb: 'Provisioning trennen',
        title: 'Provisioning trennen?',
        what: 'Ab der nächsten Anfrage lehnt Formstead Ihren Identity Provider ab. Er meldet Fehler; manche Identity Provider beenden das Provisioning nach einer Weile ganz.',
        keeps:
          'Personen und Gruppen ändern sich nicht und werden weiter vom Identity Provider verwaltet. Zugänge bleiben für alles andere gültig.',
        back: 'Sie können das Provisioning wieder einschalten. Ihr Identity Provider muss dann eventuell vollständig synchronisieren.',
      },
      resume: {
        verb: 'Provisioning einschalten',
        title: 'Provisioning einschalten?',
        what: 'Ab der nächsten Anfrage kann Ihr Identity Provider Personen und Gruppen anlegen, ändern, deaktivieren und löschen.',
        keeps:
          'Werden zu viele Personen deaktiviert oder gelöscht, pausiert der Löschschutz das Provisioning, sofern er nicht ausgeschaltet ist.',
        back: 'Sie können das Provisioning jederzeit pausieren.',
      },
      allow: {
        verb: 'Änderungen zulassen',
        title: 'Änderungen zulassen?',
        what: 'Formstead schaltet das Provisioning ein und den Löschschutz für {{minutes}} Minuten aus. Alle, die Ihr Identity Provider in dieser Zeit deaktiviert oder löscht, verlieren sofort den Zugang.',
        keeps:
          'Deaktivierte Personen können Sie im Identity Provider wieder aktivieren. Gelöschte Personen lassen sich nicht wiederherstellen.',
        back: 'Danach ist der Löschschutz wieder eingeschaltet.',
      },
    },
    warning: {
      'acting-user-inactive': 'Ein Provisioning-Zugang ist gesperrt',
      'credential-expires': 'Ein Provisioning-Token muss erneuert werden',
      inactive:
        'Der Zugang {{name}} hat in den letzten 7 Tagen provisioniert. Formstead lehnt ihn jetzt ab, weil {{who}} nicht aktiv ist. Aktivieren Sie diese Person oder tragen Sie im Identity Provider einen anderen Zugang ein.',
      tokenEnded:
        'Das Token {{name}} ist abgelaufen. Tragen Sie im Identity Provider ein neues ein.',
      ends: 'Das Token {{name}} läuft ab: {{when}}. Erneuern Sie es mit Überlappung, damit das Provisioning weiterläuft.',
      endedTitle: 'Rollen gingen verloren, weil eine Gruppe gelöscht wurde',
      endedUnusedTitle: 'Eine Gruppe, die eine Rolle vergab, wurde gelöscht',
      ended:
        'Die Gruppe {{name}} vergab die Rolle {{role}} und wurde gelöscht ({{when}}). Personen, die eine Rolle verloren haben: {{count}}.',
      endedBy: 'Gelöscht mit dem Zugang {{name}}.',
      giveBack: 'Zuordnung wiederherstellen',
      giveBackOf: 'Zuordnung wiederherstellen: {{name}}',
      dismissOf: '{{name}} ausblenden',
      givenBack: 'Die Mitglieder von {{name}} haben wieder die Rolle {{role}}.',
      rolesChanged:
        'Eine andere Person hat die Zuordnungen geändert. Prüfen Sie sie und versuchen Sie es noch einmal.',
      waiting:
        'Wird wieder eine Gruppe mit diesem Namen provisioniert, können Sie ihr die Zuordnung zurückgeben.',
      toUser: 'Person anzeigen',
      namesTitle: 'Namen, die sich nur durch Leerraum unterscheiden',
      names:
        'Einige Namen unterscheiden sich nur durch Leerraum, zum Beispiel ein Leerzeichen am Ende. Sie funktionieren weiter und werden unter ihrer genauen Schreibweise gefunden. Benennen Sie jeweils einen um, weil sie leicht verwechselt werden. Neue Namen dieser Art weist Formstead ab.',
      toUsers: 'Diese Personen anzeigen',
      toGroups: 'Diese Gruppen anzeigen',
      toCredentials: 'API-Zugänge anzeigen',
      more: 'Provisioning anzeigen',
    },
    health: {
      title: 'Status',
      lastSuccess: 'Letzte erfolgreiche Anfrage',
      failureStatus: 'Status {{status}}: Ursache anzeigen',
      lastFailure: 'Letzte erfolglose Anfrage',
      none: 'Noch keine',
      last24h: 'Letzte 24 Stunden',
      ok: '{{count}} erfolgreich',
      refused: '{{count}} abgelehnt',
      failed: '{{count}} fehlgeschlagen',
      unproven:
        '{{count}} ohne gültige Zugangsdaten, nur gezählt und nicht protokolliert. Zuletzt:',
    },
    settings: {
      title: 'Löschschutz und Protokoll',
      enabled: 'Pausieren, wenn zu viele Personen deaktiviert oder gelöscht werden',
      share: 'Grenze (% aller Personen)',
      shareHint: 'Darüber pausiert das Provisioning.',
      minimum: 'Immer erlaubt (Personen)',
      minimumHint: 'Im selben Zeitraum angelegte Personen zählen nicht.',
      window: 'Zeitraum (Minuten)',
      windowHint:
        'Was in diesem Zeitraum deaktiviert oder gelöscht wird, zählt zusammen. Höchstens ein Tag.',
      retention: 'Protokoll aufbewahren (Tage)',
      retentionHint: 'Ältere Anfragen werden gelöscht. Höchstens 366 Tage.',
      keepsOmittedMembers: 'Mitglieder behalten, wenn die Mitgliederliste fehlt',
      keepsOmittedMembersHint:
        'Gilt, wenn Ihr Identity Provider eine Gruppe ohne Mitgliederliste ersetzt (PUT). Ausgeschaltet leert Formstead die Gruppe, wie es der SCIM-Standard verlangt. Schalten Sie dies ein, wenn Ihr Identity Provider Gruppen so umbenennt.',
      managersByName: 'Führungskräfte auch über Benutzernamen und E-Mail finden',
      managersByNameHint:
        'Über ID und externe ID findet Formstead sie immer. Schalten Sie dies ein, wenn Ihr Identity Provider einen Benutzernamen oder eine E-Mail-Adresse sendet.',
      restoresByExternalId: 'Inaktive Personen allein über die externe ID wiederherstellen',
      restoresByExternalIdHint:
        'Formstead stellt eine inaktive Person wieder her, wenn Ihr Identity Provider sie erneut anlegt: derselbe Zugang, dieselbe externe ID und derselbe Benutzername oder dieselbe geschäftliche E-Mail-Adresse. Wenn Sie dies einschalten, genügt die externe ID, egal welcher Zugang die Person angelegt hat. Tun Sie das nur, wenn Ihr Identity Provider die ID einer Person nie an eine andere vergibt.',
      between: 'Geben Sie eine ganze Zahl von {{from}} bis {{to}} ein.',
      save: 'Speichern',
    },
    signIn: {
      steps: 'Mit {{name}} anmelden',
      rule: 'Zuordnung der Personen',
      ruleIs:
        'Der Claim {{claim}} des ID-Tokens muss bei genau einer Person mit {{attribute}} übereinstimmen.',
      samlSteps: 'Oder eine App für Provisioning und Anmeldung: {{name}} mit SAML 2.0',
      samlApart: 'Oder {{name}} mit SAML 2.0',
      samlLead:
        'Ihre App für das Provisioning kann auch die Anmeldung übernehmen. Sie brauchen dann keine zweite.',
      samlRule:
        '{{claim}} der Assertion muss bei genau einer Person mit {{attribute}} übereinstimmen.',
      toConnections: 'Verbindung unter „Sicherheit“ einrichten',
      errors: 'Fehler von {{name}}',
      ownErrors: 'Fehler von Formstead',
    },
    connect: {
      addresses: 'Verbindungsdaten',
      onlyHere:
        'Nur dieser Computer erreicht diese Adresse. Setzen Sie FORMSTEAD_PUBLIC_URL auf eine Adresse, die Ihr Identity Provider erreicht.',
      baseUrl: 'SCIM-2.0-Basis-URL',
      tokenUrl: 'Token-URL',
      credentials:
        'Erstellen Sie ein Provisioning-Token oder legen Sie einen Zugang an: unter {{link}}.',
      which: 'Identity Provider',
      steps: '{{name}} verbinden',
      proof: 'Authentifizierung',
      notes: 'Hinweise',
      own: {
        token: 'Ihr Provisioning-Token',
        clientId: 'Ihre Client-ID',
        clientSecret: 'Ihr Client-Secret',
      },
      other:
        'Ihr Identity Provider ist nicht dabei? Unterstützt er SCIM 2.0, verbinden Sie ihn mit der Basis-URL und einem Provisioning-Token.',
    },
    test: {
      title: 'Verbindung testen',
      lead: 'Formstead sendet die ersten Anfragen eines Identity Providers. Ihre Eingaben werden nicht gespeichert.',
      with: 'Authentifizierung',
      token: 'Provisioning-Token',
      client: 'Client-ID und Client-Secret',
      run: 'Verbindung testen',
      fine: 'Verbindung funktioniert. Ihr Identity Provider kann diese Daten verwenden.',
      broken: 'Verbindung fehlgeschlagen. Der letzte Schritt zeigt die Ursache.',
      done: 'Erfolgreich',
      failed: 'Fehlgeschlagen',
      noAnswer: 'keine Antwort',
      ms: '{{count}} ms',
      said: 'Antwort:',
      fault: {
        'no-answer':
          'Der Server hat nicht geantwortet. Prüfen Sie die öffentliche Adresse, ihr Zertifikat und das Netz dazwischen.',
        'credential-refused':
          'Der Zugang ist widerrufen, abgelaufen oder unvollständig. Kopieren Sie ihn erneut oder legen Sie einen neuen an.',
        'not-allowed':
          'Der Zugang ist gültig, erlaubt aber kein SCIM. Er braucht die Berechtigung „Personen und Gruppen provisionieren (SCIM)“ und eine Person mit der Rolle Admin.',
        refused: 'Der Server hat die Anfrage mit dem Status {{status}} abgelehnt.',
        unexpected:
          'Identity Provider erwarten eine andere Antwort. Prüfen Sie, ob die öffentliche Adresse zu Formstead führt.',
      },
      fineStep: {
        token: 'Der Zugang erhält Access-Tokens.',
        features: 'Identity Provider können die unterstützten Funktionen abrufen.',
        nobody: 'Das Ergebnis ist eine leere Liste, wie Identity Provider es erwarten.',
        groups: 'Identity Provider können Gruppen auflisten.',
      },
      step: {
        token: 'Access-Token abrufen',
        features: 'Unterstützte Funktionen abrufen',
        nobody: 'Nicht vorhandene Person suchen',
        groups: 'Gruppen auflisten',
      },
    },
    attributes: {
      title: 'Attributzuordnung',
      lead: 'Wo Formstead jedes SCIM-Attribut speichert und woher es in Ihrem Identity Provider ohne eigene Einstellung kommt.',
      path: 'SCIM-Attribut',
      of: 'Typ',
      here: 'In Formstead',
      from: 'In {{name}}',
      chosen: 'Frei wählbar',
      kept: 'Gespeichert',
      keeps: { stored: 'Ja', 'kept-secret': 'Als Hash', ignored: 'Nein' },
      seenTitle: 'Ignorierte Attribute',
      seenLead:
        'Ihr Identity Provider hat diese Attribute gesendet, aber Formstead hat kein Schema dafür. Anfragen damit sind trotzdem erfolgreich.',
      seenNone: 'Formstead hat noch kein Attribut ignoriert.',
      seen: 'Anzahl',
      lastSeen: 'Zuletzt empfangen',
    },
    roles: {
      title: 'Rollen über Gruppen',
      lead: 'Mitglieder dieser Gruppen haben die Rolle, bis sie die Gruppe verlassen. Anders kann Ihr Identity Provider keine Rollen ändern.',
      empty: 'Keine Gruppe vergibt eine Rolle',
      emptyHint: 'Alle, die Ihr Identity Provider anlegt, haben die Rolle Mitglied.',
      add: 'Gruppe hinzufügen',
      group: 'Gruppe',
      role: 'Rolle',
      roleOf: 'Rolle der Mitglieder von {{name}}',
      remove: '{{name}} entfernen',
      highest:
        'Bei mehreren Gruppen gilt die höchste Rolle. Die letzte Person mit der Rolle Admin behält sie.',
      rebased:
        'Eine andere Person hat diese Zuordnungen geändert. Sie sehen jetzt deren Änderungen zusammen mit Ihren. Prüfen Sie alles und speichern Sie noch einmal.',
      unsaved: 'Ihre Änderungen sind noch nicht gespeichert.',
      save: 'Speichern',
    },
    states: { on: 'Ein', paused: 'Pausiert', disconnected: 'Getrennt' },
  },
} as const;
