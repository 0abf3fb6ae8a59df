export const log = {
  log: {
    title: 'Provisioning-Protokoll',
    lead: 'Jede Anfrage Ihres Identity Providers, auch abgewiesene, binnen etwa einer Sekunde. Anfragen ohne gültige Zugangsdaten werden nur gezählt, auf der Seite Provisioning.',
    empty:
      'Noch nichts. Sobald ein Identity Provider eine Anfrage schickt, steht sie hier, auch wenn sie abgewiesen wird.',
    nothingFound: 'Keine Anfrage passt.',
    filter: 'Protokoll filtern',
    search: 'Name oder ID',
    live: 'Live',
    csv: 'Als CSV',
    back: 'Zurück zum Protokoll',
    what: 'Was geschah',
    request: 'Anfrage',
    status: 'Status',
    at: 'Wann',
    ms: '{{count}} ms',
    duration: 'Dauer',
    matched: 'Betrifft',
    credential: 'Zugang',
    nobody: 'Niemand, der sich ausgewiesen hat',
    from: 'Von',
    agent: 'Programm',
    requestId: 'Anfrage-ID',
    query: 'Suche',
    requestBody: 'Was geschickt wurde',
    responseBody: 'Was geantwortet wurde',
    truncated: 'Ein Teil war zu lang zum Aufheben oder nicht lesbar.',
    adviceTitle: 'Was zu tun ist',
    notesTitle: 'Außerdem geschah',
    notes: {
      unknownManagers_one:
        '{{count}} Führungskraft ist noch nicht bekannt. Der Name erscheint, sobald sie hier ist.',
      unknownManagers_other:
        '{{count}} Führungskräfte sind noch nicht bekannt. Die Namen erscheinen, sobald sie hier sind.',
      blockedUsers_one:
        '{{count}} Person ist hier gesperrt und bleibt es, was immer die Änderung sagt.',
      blockedUsers_other:
        '{{count}} Personen sind hier gesperrt und bleiben es, was immer die Änderung sagt.',
      skippedMembers_one:
        '{{count}} Mitglied ist noch nicht bekannt. Es kommt dazu, wenn es innerhalb von 30 Tagen eintrifft.',
      skippedMembers_other:
        '{{count}} Mitglieder sind noch nicht bekannt. Sie kommen dazu, wenn sie innerhalb von 30 Tagen eintreffen.',
      removedMembers_one:
        '{{count}} Mitglied wurde entfernt, weil die Änderung keine Mitgliederliste enthielt.',
      removedMembers_other:
        '{{count}} Mitglieder wurden entfernt, weil die Änderung keine Mitgliederliste enthielt.',
      keptMembers_one:
        '{{count}} Mitglied blieb, obwohl die Änderung keine Mitgliederliste enthielt.',
      keptMembers_other:
        '{{count}} Mitglieder blieben, obwohl die Änderung keine Mitgliederliste enthielt.',
      changedRoles_one: '{{count}} Person hat eine Rolle verloren, die die Gruppe vergab.',
      changedRoles_other: '{{count}} Personen haben eine Rolle verloren, die die Gruppe vergab.',
      ignoredAttributes_one:
        '{{count}} Attribut gehört zu keinem Schema und wurde nicht gespeichert.',
      ignoredAttributes_other:
        '{{count}} Attribute gehören zu keinem Schema und wurden nicht gespeichert.',
    },
    outcome: 'Ergebnis',
    outcomes: { ok: 'Erledigt', refused: 'Abgewiesen', failed: 'Fehlgeschlagen' },
    method: 'Methode',
    resource: 'Art',
    since: 'Ab Tag',
    dropped_one: '{{count}} Anfrage davor kam zu schnell, um aufgehoben zu werden.',
    dropped_other: '{{count}} Anfragen davor kamen zu schnell, um aufgehoben zu werden.',
    some: { user: 'Eine Person', group: 'Eine Gruppe' },
    noReason: 'Ein Grund wurde nicht genannt.',
    done: {
      created: '{{who}} wurde angelegt.',
      replaced: '{{who}} wurde als Ganzes ersetzt.',
      changed: '{{who}} wurde geändert.',
      deleted: '{{who}} wurde gelöscht.',
      read: '{{who}} wurde gelesen.',
      searched: 'Personen oder Gruppen wurden gesucht.',
      bulk: 'Viele Änderungen kamen in einer Anfrage.',
      asked: 'Der Identity Provider hat gefragt, was dieser Dienst kann.',
    },
    refused: {
      created: '{{who}} konnte nicht angelegt werden: {{why}}',
      replaced: '{{who}} konnte nicht ersetzt werden: {{why}}',
      changed: '{{who}} konnte nicht geändert werden: {{why}}',
      deleted: '{{who}} konnte nicht gelöscht werden: {{why}}',
      read: '{{who}} konnte nicht gelesen werden: {{why}}',
      searched: 'Die Suche wurde abgewiesen: {{why}}',
      bulk: 'Die Anfrage mit vielen Änderungen wurde abgewiesen: {{why}}',
      asked: 'Die Anfrage wurde abgewiesen: {{why}}',
    },
    advice: {
      'credentials-missing':
        'Der Identity Provider hat keine Zugangsdaten geschickt. Tragen Sie das Token oder Client-ID und Client-Secret in seinen Provisioning-Einstellungen ein.',
      'credentials-invalid':
        'Client-ID oder Client-Secret ist falsch oder wurde hier erneuert. Tragen Sie das aktuelle beim Identity Provider ein.',
      'token-invalid':
        'Das Token ist falsch, widerrufen oder von jemandem, der deaktiviert wurde. Machen Sie unter API-Zugänge ein neues und tragen Sie es beim Identity Provider ein.',
      'token-expired':
        'Das Token ist zu alt. Die meisten Identity Provider holen selbst ein neues; kann Ihrer das nicht, geben Sie ihm ein Provisioning-Token.',
      'address-not-allowed':
        'Der Zugang darf nur von bestimmten Adressen benutzt werden. Ergänzen Sie diese Adresse oder erlauben Sie alle.',
      'user-name-taken':
        'Jemand anderes hat diesen Benutzernamen. Benennen Sie eine Person um oder verbinden Sie beide über userName in den Einstellungen des Identity Providers.',
      'group-name-taken':
        'Eine andere Gruppe heißt so. Benennen Sie eine um oder verknüpfen Sie die vorhandene beim Identity Provider.',
      'break-glass-user':
        'Der Name gehört dem lokalen Notfall-Admin, den der Identity Provider nicht anrühren darf. Geben Sie der Person dort einen anderen Benutzernamen.',
      'local-user':
        'Diese Person wurde hier angelegt und nie vom Identity Provider übernommen. Weisen Sie sie dort erst zu oder löschen Sie sie hier.',
      'last-admin': 'Das ist der letzte aktive Admin. Machen Sie erst jemand anderen zum Admin.',
      'unknown-member':
        'Die Gruppe nennt ein Mitglied, das es hier nicht gibt. Provisionieren Sie es zuerst; die meisten Identity Provider wiederholen die Änderung dann.',
      'too-many-requests':
        'Der Identity Provider war schneller als erlaubt. Er wiederholt von selbst; bleibt es dabei, erhöhen Sie die Grenze.',
      'provisioning-paused':
        'Das Provisioning ist hier angehalten. Schalten Sie es auf der Provisioning-Seite wieder ein; der Identity Provider macht dann weiter.',
      'storage-unavailable':
        'Der Speicher hat nicht geantwortet. Der Identity Provider versucht es von selbst noch einmal; sehen Sie nach dem Dienst, wenn es dabei bleibt.',
      missing:
        'Das gibt es hier nicht oder nicht mehr. Die meisten Identity Provider legen es dann neu an; sonst starten Sie das Provisioning dafür neu.',
      clash:
        'Etwas, das es hier schon gibt, steht im Weg. Vergleichen Sie beide und ändern oder verknüpfen Sie eines.',
      access:
        'Der Zugang darf das nicht. Prüfen Sie unter API-Zugänge seine Rechte und für wen er handelt.',
      invalid:
        'Die Anfrage passt nicht. Vergleichen Sie, was geschickt wurde, mit dem Grund und berichtigen Sie die Attributzuordnung beim Identity Provider.',
      ours: 'Das war unser Fehler. Der Identity Provider versucht es noch einmal; sagen Sie es dem Betreiber, wenn es dabei bleibt.',
    },
  },
} as const;
