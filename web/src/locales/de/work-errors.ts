/** Refusals of assignments and of what they are made from, by code. */
export const workErrors = {
  'assignment-state':
    'Die Aufgabe wurde inzwischen erledigt, abgelehnt oder abgesagt, oder jemand anderes hat sie begonnen.',
  'reminded-already':
    'Daran wurde schon innerhalb eines Tages erinnert. Versuchen Sie es morgen wieder.',
  'nobody-reached':
    'Keine E-Mail erreicht diese Person oder Gruppe: Es gibt niemanden mit aktivem Zugang und E-Mail-Adresse.',
  'reference-used':
    'Sie haben unter dieser Referenz schon eine andere Aufgabe gesendet. Wählen Sie eine andere Referenz.',
  'unknown-assignee': 'Die Person oder Gruppe, die das Formular bekommen soll, gibt es nicht.',
  'template-state':
    'Im jetzigen Status der Vorlage geht das nicht. Sie ist nicht veröffentlicht oder wurde archiviert.',
  'push-off': 'Diese Installation schickt keine Mitteilungen an Geräte. Fragen Sie einen Admin.',
  'rule-off': 'Die Regel ist ausgeschaltet. Schalten Sie sie zuerst ein.',
} as const;

/** Why work, a review or a rule is refused, by reason. */
export const workLosses = {
  'not-in-review': 'Dieses Formular ist nicht mehr in Prüfung.',
  'remark-missing': 'Schreiben Sie, was korrigiert werden soll.',
  'signature-missing':
    'Dieser Schritt wird mit Unterschrift freigegeben. Öffnen Sie das Formular und unterschreiben Sie es.',
  'signature-unasked': 'Hier ist keine Unterschrift vorgesehen.',
  'signature-unknown': 'Ihre Unterschrift wurde nicht gespeichert. Unterschreiben Sie noch einmal.',
  'no-declining': 'Diese Aufgabe kann nicht abgelehnt werden: Die Vorlage erlaubt es nicht.',
  'reason-missing': 'Schreiben Sie, warum Sie das Formular wieder öffnen.',
  'right-see-all':
    'Eine Regel liest alle Formulare ihrer Vorlage. Dafür brauchen Sie das Recht, alle zu sehen. Fragen Sie jemanden, der die Vorlage verwaltet, oder einen Admin.',
  'rule-webhook-admin':
    'Nur ein Admin kann eine Regel einen Webhook aufrufen lassen. Bitten Sie einen Admin, diese Regel zu speichern.',
  'rule-strangers-admin':
    'Nur Administratoren können eine Regel an Adressen schreiben lassen, die Fremde eingeben. Bitten Sie sie, diese Regel zu speichern.',
  'rule-form-ended':
    'Das Formular ist dann schon abgeschlossen und kann nicht weitergegeben werden.',
  'rule-order':
    'Die Regeln haben sich inzwischen geändert. Laden Sie sie neu und ändern Sie dann die Reihenfolge.',
  'unknown-view':
    'Diese gespeicherte Ansicht gibt es nicht, oder sie wird nicht mehr mit Ihnen geteilt. Wählen Sie eine andere.',
  'no-bucket': 'Diese Installation kopiert keine Exporte in einen Bucket. Wählen Sie E-Mail.',
  'work-cancelled':
    'Diese Aufgabe wurde inzwischen abgesagt. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
  'work-declined':
    'Diese Aufgabe wurde inzwischen abgelehnt. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
  'work-begun':
    'Diese Aufgabe wurde inzwischen anderswo begonnen. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
  'work-assigned':
    'Diese Aufgabe wurde inzwischen weitergegeben. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
} as const;
