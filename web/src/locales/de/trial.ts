export const trial = {
  trial: {
    open: 'Probelauf',
    titleOf: 'Probelauf von {{name}}',
    lead: 'Füllen Sie den Entwurf aus wie später die anderen. Nichts wird gespeichert.',
    fill: 'Mit Beispielantworten ausfüllen',
    fillAgain: 'Andere Beispielantworten',
    sampleText: '{{title}} (Beispiel)',
    print: 'PDF herunterladen',
    allReached_one: 'Das einzige Feld war zu sehen',
    allReached_other: 'Alle {{count}} Felder waren zu sehen',
    notReached_one: '{{count}} von {{all}} Feldern noch nicht erreicht',
    notReached_other: '{{count}} von {{all}} Feldern noch nicht erreicht',
    notReachedLead:
      'Gehen Sie alle Seiten durch und versuchen Sie andere Antworten. Wenn ein Feld nie erscheint, prüfen Sie seine Bedingung.',
    more: 'und {{count}} weitere',
  },
} as const;
