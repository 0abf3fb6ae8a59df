export const publicLinks = {
  publicLinks: {
    title: 'Öffentliche Links',
    lead: 'Personen ohne Zugang füllen dieses Formular über einen Link oder QR-Code aus. Ihre Antworten sind anonym.',
    off: 'Öffentliche Links sind für Ihre Organisation ausgeschaltet. Personen mit der Rolle Admin können sie unter Organisation einschalten.',
    unpublished:
      'Veröffentlichen Sie zuerst die Vorlage. Ein Link zeigt die veröffentlichte Version.',
    people:
      'Das Formular fragt nach Personen aus dem Verzeichnis. Besucher eines Links sehen niemanden daraus; diese Vorlage kann daher keinen haben.',
    lists: {
      closed: {
        known:
          'Besucher können aus der Liste „{{name}}“ nicht auswählen, weil sie nicht öffentlich ist. Ein Link setzt das voraus.',
        unknown:
          'Das Formular verwendet eine Liste, die nicht öffentlich ist und die Sie nicht sehen dürfen. Bitten Sie eine Person mit der Rolle Admin, sie öffentlich zu machen. Ein Link setzt das voraus.',
      },
      hidden: {
        known_one:
          'Für Besucher schränkt die Spalte „{{columns}}“ von „{{name}}“ die Auswahl nicht ein und füllt keine Felder aus, weil sie nicht öffentlich ist.',
        known_other:
          'Für Besucher schränken die Spalten {{columns}} von „{{name}}“ die Auswahl nicht ein und füllen keine Felder aus, weil sie nicht öffentlich sind.',
        unknown:
          'Das Formular verwendet Spalten, die nicht öffentlich sind, aus einer Liste, die Sie nicht sehen dürfen. Für Besucher schränken sie die Auswahl nicht ein und füllen keine Felder aus.',
      },
      open: '„{{name}}“ öffentlich machen',
      columns: 'Ändern, was von „{{name}}“ öffentlich ist',
      ask: 'Das kann eine Person ändern, die die Liste verwaltet.',
    },
    none: 'Noch keine öffentlichen Links',
    noneHint: 'Erstellen Sie einen Link und senden Sie ihn, oder drucken Sie seinen QR-Code.',
    create: 'Neuer Link',
    createTitle: 'Neuer öffentlicher Link',
    createVerb: 'Link erstellen',
    created: 'Link erstellt.',
    editTitle: 'Öffentlichen Link bearbeiten',
    save: 'Speichern',
    changed: 'Link geändert.',
    name: 'Name',
    nameHint: 'Nur Personen mit Zugang sehen ihn: Er steht bei den Antworten als Ersteller.',
    state: 'Status',
    answers: 'Antworten',
    answersOf: '{{count}} von {{max}}',
    until: 'Geöffnet bis',
    noEnd: 'Ohne Ende',
    share: 'Link und QR-Code anzeigen',
    edit: 'Bearbeiten',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    end: 'Beenden',
    endTitle: 'Link {{name}} beenden?',
    endLead:
      'Er nimmt keine Antworten mehr an. Gesendete Antworten bleiben. Das lässt sich nicht rückgängig machen.',
    opensAt: 'Geöffnet ab',
    closesAt: 'Geöffnet bis',
    zone: 'In der Zeitzone der Organisation, {{zone}}.',
    maxAnswers: 'Höchstzahl der Antworten',
    maxAnswersHint: 'Leer: keine Höchstzahl.',
    code: 'Code',
    codeHint: 'Er muss eingegeben werden. 4 bis 64 Zeichen. Leer: keiner.',
    codeKept: 'Dieser Link hat einen Code. Leer lassen, um ihn zu behalten.',
    removeCode: 'Code entfernen',
    once: 'Eine Antwort pro Browser',
    onceHint:
      'Ein Cookie unterscheidet die Browser. Nach dem Löschen des Cookies ist eine weitere Antwort möglich.',
    proof: 'Spam bremsen',
    proofHint: 'Der Browser rechnet vor dem Senden etwa eine Sekunde.',
    keep: 'Unfertige Antworten auf dem Gerät behalten',
    keepHint:
      'Für 24 Stunden; bevor sie wieder erscheinen, wird gefragt. Schalten Sie das für gemeinsam genutzte Geräte aus, etwa ein Tablet am Tor: Antworten gehen dann verloren, wenn die Seite geschlossen wird.',
    thankYou: 'Dankestext',
    thankYouHint: 'Wird nach dem Senden angezeigt. Leer: der übliche Text.',
    prefill: 'Felder vorausfüllen',
    prefillTitle: 'Vorausgefüllter Link für {{name}}',
    prefillLead:
      'Geben Sie Antworten ein, die dieser Link mitbringt, etwa den Standort, an dem sein QR-Code hängt. Wer den Link hat, kann sie lesen, aber nicht ändern.',
    prefillFields: 'Vorausgefüllte Felder',
    prefillNothing:
      'Das Formular hat kein Feld, das ein Link ausfüllen kann. Fotos, Dateien, Unterschriften und Tabellen lassen sich nicht vorausfüllen.',
    prefillLeftOut:
      'Hier nicht verfügbar: {{fields}}. Fotos, Dateien, Unterschriften und Tabellen passen nicht in die Adresse eines Links.',
    prefillVerb: 'Vorausgefüllten Link erstellen',
    prefillDone:
      'Senden Sie diesen Link, oder drucken Sie seinen QR-Code. Formstead führt keine Liste der vorausgefüllten Links.',
    shareTitle: '{{name}} teilen',
    shareLead:
      'Mit diesem Link lässt sich eine Antwort senden. Senden Sie ihn, oder drucken Sie den QR-Code.',
    address: 'Link',
    qr: 'QR-Code des Links {{name}}',
    svg: 'SVG herunterladen',
    png: 'PNG herunterladen',
    lost: 'Das Secret dieses Links ist verloren. Erstellen Sie einen neuen Link.',
    states: {
      open: 'Geöffnet',
      early: 'Noch zu',
      paused: 'Pausiert',
      full: 'Voll',
      ended: 'Beendet',
    },
    done: { active: 'Link fortgesetzt.', paused: 'Link pausiert.', ended: 'Link beendet.' },
  },
};
