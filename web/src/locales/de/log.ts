export const log = {
  log: {
    title: 'Provisioning-Protokoll',
    lead: 'Formstead protokolliert jede Anfrage Ihres Identity Providers. Anfragen ohne gültige Zugangsdaten werden nur gezählt, auf der Seite „Provisioning“.',
    empty: 'Ihr Identity Provider hat noch keine Anfragen gesendet.',
    nothingFound: 'Keine passenden Anfragen.',
    shortened: 'Ältere Anfragen wurden vorzeitig gelöscht',
    shortenedWhy:
      'Das Provisioning-Protokoll hat seine Höchstgröße erreicht. Anfragen bis {{when}} sind nicht mehr enthalten. Wer Formstead betreibt, kann die Höchstgröße ändern.',
    filter: 'Protokoll filtern',
    search: 'Name oder ID',
    live: 'Live-Aktualisierung',
    csv: 'CSV herunterladen',
    what: 'Zusammenfassung',
    request: 'Anfrage',
    status: 'Status',
    at: 'Zeit',
    ms: '{{count}} ms',
    duration: 'Dauer',
    matched: 'Betrifft',
    nameBefore: 'Früherer Name',
    credential: 'Zugang',
    nobody: 'Nicht authentifiziert',
    from: 'IP-Adresse',
    agent: 'User-Agent',
    requestId: 'Anfrage-ID',
    query: 'Abfrageparameter',
    reason: 'Antwort an den Identity Provider',
    requestBody: 'Inhalt der Anfrage',
    responseBody: 'Inhalt der Antwort',
    truncated: 'Ein Teil des Inhalts war zu lang oder nicht lesbar und ist nicht gespeichert.',
    adviceTitle: 'Was zu tun ist',
    notesTitle: 'Hinweise',
    notes: {
      unknownManagers_one:
        '{{count}} Führungskraft ist noch nicht bekannt. Der Name erscheint, sobald sie provisioniert ist.',
      unknownManagers_other:
        '{{count}} Führungskräfte sind noch nicht bekannt. Die Namen erscheinen, sobald sie provisioniert sind.',
      blockedUsers_one:
        '{{count}} Person ist in Formstead gesperrt und bleibt es, unabhängig von der Anfrage.',
      blockedUsers_other:
        '{{count}} Personen sind in Formstead gesperrt und bleiben es, unabhängig von der Anfrage.',
      restoredUsers_one:
        '{{count}} inaktive Person wurde wiederhergestellt statt neu angelegt, weil es dieselbe Person ist.',
      restoredUsers_other:
        '{{count}} inaktive Personen wurden wiederhergestellt statt neu angelegt, weil es dieselben Personen sind.',
      skippedMembers_one:
        '{{count}} Mitglied ist noch nicht bekannt. Weisen Sie die Person im Identity Provider zu. Wird sie innerhalb von 30 Tagen provisioniert, kommt sie in die Gruppe.',
      skippedMembers_other:
        '{{count}} Mitglieder sind noch nicht bekannt. Weisen Sie die Personen im Identity Provider zu. Wer innerhalb von 30 Tagen provisioniert wird, kommt in die Gruppe.',
      removedMembers_one:
        '{{count}} Mitglied wurde entfernt, weil die Anfrage keine Mitgliederliste enthielt.',
      removedMembers_other:
        '{{count}} Mitglieder wurden entfernt, weil die Anfrage keine Mitgliederliste enthielt.',
      keptMembers_one:
        '{{count}} Mitglied wurde behalten, obwohl die Anfrage keine Mitgliederliste enthielt.',
      keptMembers_other:
        '{{count}} Mitglieder wurden behalten, obwohl die Anfrage keine Mitgliederliste enthielt.',
      changedRoles_one: '{{count}} Person hat die Rolle verloren, die die Gruppe vergab.',
      changedRoles_other: '{{count}} Personen haben die Rolle verloren, die die Gruppe vergab.',
      ignoredAttributes_one:
        '{{count}} Attribut gehört zu keinem Schema und wurde nicht gespeichert.',
      ignoredAttributes_other:
        '{{count}} Attribute gehören zu keinem Schema und wurden nicht gespeichert.',
      misspelledParameters_one:
        '{{count}} Abfrageparameter wurde wegen seiner Großschreibung ignoriert. Schreiben Sie im Identity Provider „filter“ statt „Filter“.',
      misspelledParameters_other:
        '{{count}} Abfrageparameter wurden wegen ihrer Großschreibung ignoriert. Schreiben Sie im Identity Provider „filter“ statt „Filter“.',
      oldSchemas_one:
        '{{count}} Schema-URN stammt aus einem Entwurf von SCIM. Ersetzen Sie sie durch „urn:ietf:params:scim:schemas:core:2.0:User“. In OneLogin steht sie in der SCIM-JSON-Vorlage.',
      oldSchemas_other:
        '{{count}} Schema-URNs stammen aus einem Entwurf von SCIM. Ersetzen Sie sie durch „urn:ietf:params:scim:schemas:core:2.0:User“ und die URNs Ihrer Erweiterungen. In OneLogin stehen sie in der SCIM-JSON-Vorlage.',
      droppedCertificates_one:
        '{{count}} Zertifikat war nicht lesbar und wurde nicht gespeichert. Senden Sie jedes als Base64 (DER) oder PEM.',
      droppedCertificates_other:
        '{{count}} Zertifikate waren nicht lesbar und wurden nicht gespeichert. Senden Sie jedes als Base64 (DER) oder PEM.',
    },
    outcome: 'Ergebnis',
    outcomes: { ok: 'Erfolgreich', refused: 'Abgelehnt', failed: 'Fehlgeschlagen' },
    method: 'Methode',
    resource: 'Typ',
    since: 'Ab Datum',
    dropped_one: '{{count}} frühere Anfrage wurde nicht protokolliert',
    dropped_other: '{{count}} frühere Anfragen wurden nicht protokolliert',
    some: { user: 'Eine Person', group: 'Eine Gruppe' },
    unnamed: {
      user: 'Gelöschte oder unbekannte Person',
      group: 'Gelöschte oder unbekannte Gruppe',
    },
    deletedName: '{{name}} (gelöscht)',
    done: {
      created: '{{who}} wurde angelegt.',
      replaced: '{{who}} wurde vollständig aktualisiert.',
      changed: '{{who}} wurde aktualisiert.',
      deleted: '{{who}} wurde gelöscht.',
      read: '{{who}} wurde abgerufen.',
      searched: 'Personen oder Gruppen wurden gesucht.',
      bulk: 'Eine Sammelanfrage wurde verarbeitet.',
      asked: 'Die unterstützten Funktionen wurden abgerufen.',
      activated: '{{who}} wurde aktiviert.',
      deactivated: '{{who}} wurde deaktiviert.',
    },
    refused: {
      created: '{{who}} konnte nicht angelegt werden.',
      replaced: '{{who}} konnte nicht vollständig aktualisiert werden.',
      changed: '{{who}} konnte nicht aktualisiert werden.',
      deleted: '{{who}} konnte nicht gelöscht werden.',
      read: '{{who}} konnte nicht abgerufen werden.',
      searched: 'Personen oder Gruppen konnten nicht gesucht werden.',
      bulk: 'Eine Sammelanfrage konnte nicht verarbeitet werden.',
      asked: 'Die Anfrage war nicht erfolgreich.',
      activated: '{{who}} konnte nicht aktiviert werden.',
      deactivated: '{{who}} konnte nicht deaktiviert werden.',
    },
    advice: {
      'credentials-missing':
        'Ihr Identity Provider hat keine Zugangsdaten gesendet. Tragen Sie in seinen Provisioning-Einstellungen das Token oder Client-ID und Client-Secret ein.',
      'credentials-invalid':
        'Client-ID oder Client-Secret ist falsch, oder das Secret wurde erneuert. Tragen Sie die aktuellen Werte im Identity Provider ein.',
      'token-invalid':
        'Das Token ist falsch oder widerrufen, oder seine Person ist nicht aktiv. Erstellen Sie unter „API-Zugänge“ ein neues Token und tragen Sie es im Identity Provider ein.',
      'token-expired':
        'Das Token ist abgelaufen. Die meisten Identity Provider rufen selbst ein neues ab. Wenn Ihrer das nicht tut, tragen Sie dort ein Provisioning-Token ein.',
      'address-not-allowed':
        'Der Zugang erlaubt diese IP-Adresse nicht. Ergänzen Sie die Adresse beim Zugang oder erlauben Sie alle Adressen.',
      'user-name-taken':
        'Dieser Benutzername ist vergeben. Ändern Sie ihn oder gleichen Sie beide im Identity Provider über userName ab.',
      'group-name-taken':
        'Eine andere Gruppe hat diesen Namen. Benennen Sie eine der beiden um oder verknüpfen Sie die vorhandene Gruppe im Identity Provider.',
      'break-glass-user':
        'Dieser Benutzername gehört zum Notfall-Admin, den ein Identity Provider nicht ändern kann. Geben Sie der Person im Identity Provider einen anderen Benutzernamen.',
      'local-user':
        'Diese Person wurde in Formstead angelegt und wird nicht von Ihrem Identity Provider verwaltet. Weisen Sie sie zuerst dort zu oder löschen Sie sie hier.',
      'last-admin':
        'Das ist die letzte aktive Person mit der Rolle Admin. Geben Sie zuerst einer anderen Person die Rolle.',
      'unknown-member':
        'Die Gruppe hat ein Mitglied, das es in Formstead nicht gibt. Provisionieren Sie zuerst diese Person oder Gruppe. Die meisten Identity Provider senden die Änderung dann erneut.',
      'too-many-requests':
        'Ihr Identity Provider hat zu viele Anfragen gesendet. Er versucht es selbst erneut. Tritt das weiter auf, bitten Sie den Betreiber, die Grenze zu erhöhen.',
      'provisioning-paused':
        'Das Provisioning ist pausiert. Schalten Sie es auf der Seite „Provisioning“ wieder ein. Ihr Identity Provider macht dann weiter.',
      'storage-unavailable':
        'Der Speicher hat nicht geantwortet. Ihr Identity Provider versucht es selbst erneut. Tritt das weiter auf, wenden Sie sich an den Betreiber.',
      missing:
        'Das gibt es in Formstead nicht oder nicht mehr. Die meisten Identity Provider legen es neu an. Wenn Ihrer das nicht tut, starten Sie das Provisioning dafür neu.',
      clash:
        'Die Anfrage steht im Konflikt mit etwas, das schon vorhanden ist. Vergleichen Sie beide und ändern oder verknüpfen Sie eines davon.',
      access:
        'Der Zugang erlaubt das nicht. Prüfen Sie unter „API-Zugänge“ seine Berechtigungen und seine Person.',
      invalid: 'Die Anfrage ist ungültig. Korrigieren Sie die Attributzuordnung.',
      ours: 'Formstead konnte die Anfrage nicht verarbeiten. Ihr Identity Provider versucht es selbst erneut. Tritt das weiter auf, wenden Sie sich an den Betreiber.',
      filter:
        'Ihr Identity Provider sucht mit einem Filter, den Formstead nicht lesen kann. Korrigieren Sie dort das Abgleichattribut oder den Filter.',
      syntax:
        'Die Anfrage ist kein gültiges SCIM 2.0. Aktualisieren Sie die App im Identity Provider oder wenden Sie sich an dessen Support.',
      address:
        'Unter dieser Adresse gibt es nichts. Vergleichen Sie die SCIM-Basis-URL im Identity Provider mit der auf der Seite „Provisioning“.',
      size: 'Die Anfrage verlangt zu viel auf einmal. Verringern Sie im Identity Provider die Seiten- oder Stapelgröße.',
      manager:
        'Die vorgesetzte Person gibt es in Formstead nicht. Provisionieren Sie sie zuerst. Die meisten Identity Provider senden die Änderung dann erneut.',
      cycle:
        'Eine Gruppe kann sich nicht selbst enthalten. Entfernen Sie die verschachtelte Gruppe im Identity Provider.',
      password:
        'Das Passwort ist zu kurz oder aus einem Datenleck bekannt. Schalten Sie die Passwortsynchronisierung im Identity Provider aus.',
      admin:
        'Ein Identity Provider kann nicht ändern, wie sich ein Admin anmeldet. Entfernen Sie das Passwort aus der Attributzuordnung.',
      changed:
        'Das wurde gleichzeitig an anderer Stelle geändert. Ihr Identity Provider versucht es selbst erneut.',
      disconnected:
        'Das Provisioning ist getrennt. Schalten Sie es auf der Seite „Provisioning“ wieder ein.',
      busy: 'Formstead war ausgelastet oder wurde neu gestartet. Ihr Identity Provider versucht es selbst erneut.',
    },
    conflictWith: 'Der Wert gehört zu {{link}}.',
    conflictWithInactive: 'Der Wert gehört zu {{link}} (inaktiv).',
    connect: 'Identity Provider verbinden',
    emptyLead: 'Anfragen erscheinen hier innerhalb von etwa einer Sekunde, auch abgelehnte.',
  },
} as const;
