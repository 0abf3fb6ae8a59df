export const answer = {
  answer: {
    title: 'Formular',
    incomplete: 'Der Link ist unvollständig. Kopieren Sie ihn ganz, auch den Teil nach #.',
    states: {
      'public-link-unknown': 'Link nicht gefunden',
      'public-link-early': 'Noch nicht geöffnet',
      'public-link-paused': 'Pausiert',
      'public-link-ended': 'Geschlossen',
      'public-link-full': 'Geschlossen',
      'public-links-off': 'Nicht verfügbar',
      'public-link-answered': 'Bereits beantwortet',
    },
    texts: {
      'public-link-unknown':
        'Diesen Link gibt es nicht. Kopieren Sie ihn ganz, auch den Teil nach #.',
      'public-link-paused':
        'Dieses Formular nimmt zurzeit keine Antworten an. Versuchen Sie es später erneut.',
      'public-link-ended': 'Dieses Formular ist geschlossen und nimmt keine Antworten mehr an.',
      'public-link-full': 'Dieses Formular hat die Höchstzahl an Antworten erreicht.',
      'public-links-off': 'Dieses Formular ist zurzeit nicht verfügbar.',
      'public-link-answered':
        'Mit diesem Browser wurde das Formular bereits gesendet. Jeder Browser kann es einmal senden.',
    },
    opensAt: 'Dieses Formular öffnet am {{when}}.',
    codeTitle: 'Code eingeben',
    codeLead: 'Geben Sie den Code ein, den Sie mit dem Link erhalten haben.',
    code: 'Code',
    continue: 'Weiter',
    closesAt: 'Geöffnet bis {{when}}.',
    send: 'Senden',
    keptHere: 'Auf diesem Gerät gespeichert, bis Sie es senden.',
    notKeptHere: 'Bleibt nur erhalten, bis Sie diese Seite schließen.',
    willSendAt: 'Das Formular wird um {{time}} gesendet. Lassen Sie diese Seite offen.',
    willSend:
      'Das Formular wird gesendet, wenn Sie wieder online sind. Lassen Sie diese Seite offen.',
    willSendHint: 'Wenn Sie vorher noch eine Antwort ändern, senden Sie es erneut.',
    sentTitle: 'Gesendet',
    thankYou: 'Vielen Dank. Ihre Antworten wurden gesendet.',
    receipt: 'Belegnummer',
    receiptHint: 'Nennen Sie diese Nummer, wenn Sie eine Frage zu Ihren Antworten haben.',
    again: 'Weiteres Formular ausfüllen',
    left: 'Auf diesem Gerät hat jemand dieses Formular begonnen. Wenn Sie das waren, machen Sie weiter. Beginnen Sie sonst neu: Die bisherigen Eingaben werden dann gelöscht.',
    leftUnsent:
      'Ein Formular, das auf diesem Gerät ausgefüllt wurde, ist noch nicht gesendet. Es bleibt hier, bis es gesendet ist. Sehen Sie die Antworten nur an, wenn es Ihre sind.',
    stillThere:
      'Sind Sie noch da? Sie haben eine Weile nichts eingegeben. Ihre Antworten werden um {{time}} gelöscht, wenn Sie nicht weitermachen.',
    goOn: 'Weitermachen',
    startOver: 'Neu beginnen',
    showAnswers: 'Meine Antworten zeigen',
    noStorage:
      'Dieser Browser speichert für diese Seite keine Daten. Verlassen Sie den privaten Modus oder verwenden Sie einen anderen Browser.',
  },
};
