/** Refusals of public links, by code. */
export const linkErrors = {
  'public-links-off':
    'Öffentliche Links sind ausgeschaltet. Personen mit der Rolle Admin können sie unter „Organisation“ einschalten.',
  'public-link-unknown': 'Diesen Link gibt es nicht. Kopieren Sie ihn ganz, auch den Teil nach #.',
  'public-link-early': 'Dieses Formular ist noch nicht geöffnet.',
  'public-link-paused':
    'Dieses Formular nimmt zurzeit keine Antworten an. Versuchen Sie es später erneut.',
  'public-link-ended': 'Dieses Formular ist geschlossen und nimmt keine Antworten mehr an.',
  'public-link-full': 'Dieses Formular hat so viele Antworten erhalten, wie es annimmt.',
  'public-link-answered':
    'Sie haben bereits geantwortet. Jeder Browser kann dieses Formular einmal senden.',
  'public-link-code-needed':
    'Dieses Formular braucht einen Code. Geben Sie den Code ein, den Sie erhalten haben.',
  'public-link-code-refused': 'Der Code ist falsch. Prüfen Sie ihn und versuchen Sie es erneut.',
  'proof-of-work-refused':
    'Die Prüfung gegen Spam hat zu lange gedauert. Senden Sie das Formular erneut.',
} as const;

/** Refusals by the limits of public links, by reason. */
export const linkLimits = {
  'link-sends-address':
    'Von Ihrem Internetanschluss wurden in {{minutes}} Minuten {{limit}} Formulare gesendet. Mehr sind nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
  'link-sends-site':
    'Aus Ihrem Netz wurden mit diesem Link in {{minutes}} Minuten {{limit}} Formulare gesendet. Mehr sind nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
  'link-sends':
    'Dieser Link nimmt von allen zusammen in {{minutes}} Minuten keine weiteren Formulare an. In {{retryMinutes}} Min. geht es wieder.',
  'link-searches-site':
    'Aus Ihrem Netz wurde mit diesem Link in {{minutes}} Minuten {{limit}}-mal gesucht. Mehr ist nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
  'link-searches':
    'Mit diesem Link wurde von allen zusammen in {{minutes}} Minuten zu oft gesucht. In {{retryMinutes}} Min. geht es wieder.',
  'link-uploads-address':
    'Von Ihrem Internetanschluss wurden in {{minutes}} Minuten {{limit}} Dateien hochgeladen. Mehr sind nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
  'link-uploads-site':
    'Aus Ihrem Netz wurden mit diesem Link an einem Tag {{limitSize}} hochgeladen. Mehr ist nicht möglich. In {{retryHours}} Std. geht es wieder.',
  'link-uploads':
    'Dieser Link nimmt von allen zusammen keine weiteren Dateien zu Formularen an, die noch nicht gesendet sind. In {{retryHours}} Std. geht es wieder.',
  'link-uploads-day':
    'Dieser Link hat heute {{usedSize}} an Dateien erhalten. Am Tag sind für alle zusammen {{limitSize}} möglich. In {{retryHours}} Std. geht es wieder.',
  'link-codes-address':
    'Von Ihrem Internetanschluss wurden in {{minutes}} Minuten {{limit}} falsche Codes eingegeben. Mehr sind nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
  'link-codes-site':
    'Aus Ihrem Netz wurden in {{minutes}} Minuten {{limit}} Codes eingegeben. Mehr sind nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
  'link-codes':
    'Für diesen Link wurden von allen zusammen in {{minutes}} Minuten {{limit}} falsche Codes eingegeben. Mehr sind nicht möglich. In {{retryMinutes}} Min. geht es wieder.',
} as const;
