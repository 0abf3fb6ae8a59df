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
