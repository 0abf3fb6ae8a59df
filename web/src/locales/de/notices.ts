export const notices = {
  notices: {
    title: 'Mitteilungen',
    lead: 'Was mit Ihren Formularen und Aufgaben geschehen ist. Mitteilungen bleiben 90 Tage.',
    bell: 'Mitteilungen, {{shown}} ungelesen',
    empty: 'Noch keine Mitteilungen',
    emptyHint:
      'Hier erfahren Sie, wenn Ihnen jemand ein Formular zuweist oder es prüft, und wenn es fällig wird.',
    new: 'Neu',
    read: 'Als gelesen markieren',
    settings: 'Wie Sie benachrichtigt werden',
    readAll: 'Alle als gelesen markieren',
    somebody: 'Jemand',
    assigned_one: '{{by}} hat Ihnen „{{name}}“ zugewiesen.',
    assigned_other: '{{by}} hat Ihnen {{count}} Formulare zugewiesen, zuletzt „{{name}}“.',
    handedOn_one:
      '{{by}} hat „{{name}}“ jemand anderem gegeben. Sie müssen es nicht mehr ausfüllen.',
    handedOn_other: '{{by}} hat {{count}} Ihrer Formulare anderen gegeben, zuletzt „{{name}}“.',
    dueSoon_one: '„{{name}}“ ist innerhalb eines Tages fällig.',
    dueSoon_other: '{{count}} Formulare sind innerhalb eines Tages fällig, darunter „{{name}}“.',
    late_one: '„{{name}}“ ist überfällig.',
    late_other: '{{count}} Formulare sind überfällig, darunter „{{name}}“.',
    reminder_one: '{{by}} erinnert Sie an „{{name}}“.',
    reminder_other: '{{by}} erinnert Sie an {{count}} Aufgaben, darunter „{{name}}“.',
    cameIn_one: '„{{name}}“ ist eingegangen.',
    cameIn_other: '{{count}} Formulare sind eingegangen, zuletzt „{{name}}“.',
    reviewAsked_one: '{{by}} hat „{{name}}“ abgeschlossen. Bitte prüfen Sie das Formular.',
    reviewAsked_other: '{{count}} Formulare warten auf Ihre Prüfung, zuletzt „{{name}}“.',
    approved_one: '{{by}} hat „{{name}}“ freigegeben.',
    approved_other: '{{by}} hat {{count}} Ihrer Formulare freigegeben, darunter „{{name}}“.',
    rejected_one: '{{by}} hat „{{name}}“ abgelehnt.',
    rejected_other: '{{by}} hat {{count}} Ihrer Formulare abgelehnt, darunter „{{name}}“.',
    sentBack_one:
      '{{by}} hat Ihnen „{{name}}“ zurückgegeben. Im Formular steht, was zu korrigieren ist.',
    sentBack_other: '{{by}} hat Ihnen {{count}} Formulare zurückgegeben, darunter „{{name}}“.',
    remark_one: '{{by}} hat „{{name}}“ wieder geöffnet und geschrieben, warum.',
    remark_other: '{{by}} hat {{count}} Ihrer Formulare wieder geöffnet, darunter „{{name}}“.',
    rule_one: 'Eine Regel der Vorlage meldet Ihnen „{{name}}“.',
    rule_other: 'Eine Regel einer Vorlage meldet Ihnen {{count}} Formulare, zuletzt „{{name}}“.',
    ruleStopped: 'Eine Regel von „{{name}}“ wurde angehalten. Bei den Regeln steht, warum.',
    exportReady_one: 'Ihr Export ist fertig.',
    exportReady_other: '{{count}} Ihrer Exporte sind fertig.',
    exportFailed_one: 'Ihr Export ist fehlgeschlagen.',
    exportFailed_other: '{{count}} Ihrer Exporte sind fehlgeschlagen.',
    jobReady_one: 'Ihre Aktion mit mehreren Formularen ist fertig.',
    jobReady_other: '{{count}} Ihrer Aktionen mit mehreren Formularen sind fertig.',
    jobFailed_one: 'Ihre Aktion mit mehreren Formularen ist fehlgeschlagen.',
    jobFailed_other: '{{count}} Ihrer Aktionen mit mehreren Formularen sind fehlgeschlagen.',
    deliveryFailed_one:
      'Der geplante Export „{{name}}“ ist fehlgeschlagen. Zum nächsten Termin wird er wieder versucht.',
    deliveryFailed_other:
      '{{count}} geplante Exporte sind fehlgeschlagen, darunter „{{name}}“. Zu ihren nächsten Terminen werden sie wieder versucht.',
    deliveryStopped_one:
      'Der geplante Export „{{name}}“ wurde gestoppt. Auf seiner Seite steht, warum.',
    deliveryStopped_other:
      '{{count}} geplante Exporte wurden gestoppt, darunter „{{name}}“. Auf ihrer Seite steht, warum.',
    dashboard: 'Sie haben das Dashboard „{{name}}“ abonniert. Es zeigt die Zahlen von jetzt.',
    retention:
      'Formulare von „{{name}}“ werden bald gelöscht oder verlieren Antworten, wie es festgelegt ist.',
    alert: 'Ihre Organisation braucht einen Admin. Die Warnungen sagen, warum.',
    webhookFailing_one:
      'Der Webhook „{{name}}“ ist wiederholt fehlgeschlagen und jetzt ausgeschaltet.',
    webhookFailing_other:
      'Webhooks sind wiederholt fehlgeschlagen und jetzt ausgeschaltet, darunter „{{name}}“.',
  },
} as const;
