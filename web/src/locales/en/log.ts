export const log = {
  log: {
    title: 'Provisioning log',
    lead: 'Every request of your identity provider, refused ones included, within about a second. Requests without valid credentials are only counted, on the Provisioning page.',
    empty:
      'Nothing yet. As soon as an identity provider sends a request, it is shown here, also when it is refused.',
    nothingFound: 'No request matches.',
    filter: 'Filter the log',
    search: 'Name or id',
    live: 'Live',
    csv: 'As CSV',
    back: 'Back to the log',
    what: 'What happened',
    request: 'Request',
    status: 'Status',
    at: 'When',
    ms: '{{count}} ms',
    duration: 'Took',
    matched: 'About',
    credential: 'Credential',
    nobody: 'None that proved anything',
    from: 'From',
    agent: 'Program',
    requestId: 'Request id',
    query: 'Query',
    requestBody: 'What was sent',
    responseBody: 'What was answered',
    truncated: 'Part of it was too long to keep, or could not be read.',
    adviceTitle: 'What to do',
    notesTitle: 'Also happened',
    notes: {
      unknownManagers_one:
        '{{count}} manager is not known yet. The name appears once the manager is here.',
      unknownManagers_other:
        '{{count}} managers are not known yet. Their names appear once they are here.',
      blockedUsers_one: '{{count}} person is blocked here and stays so, whatever the update says.',
      blockedUsers_other:
        '{{count}} people are blocked here and stay so, whatever the update says.',
      skippedMembers_one:
        '{{count}} member is not known yet. They join if they arrive within 30 days.',
      skippedMembers_other:
        '{{count}} members are not known yet. They join if they arrive within 30 days.',
      removedMembers_one:
        '{{count}} member was removed, because the update left the member list out.',
      removedMembers_other:
        '{{count}} members were removed, because the update left the member list out.',
      keptMembers_one: '{{count}} member was kept, although the update left the member list out.',
      keptMembers_other:
        '{{count}} members were kept, although the update left the member list out.',
      changedRoles_one: '{{count}} person lost a role, because the group gave it.',
      changedRoles_other: '{{count}} people lost a role, because the group gave it.',
      ignoredAttributes_one: '{{count}} attribute is not part of any schema and was not stored.',
      ignoredAttributes_other:
        '{{count}} attributes are not part of any schema and were not stored.',
    },
    outcome: 'Outcome',
    outcomes: { ok: 'Done', refused: 'Refused', failed: 'Failed' },
    method: 'Method',
    resource: 'Type',
    since: 'From day',
    dropped_one: '{{count}} request before it came too fast to be kept.',
    dropped_other: '{{count}} requests before it came too fast to be kept.',
    some: { user: 'A user', group: 'A group' },
    noReason: 'no reason was given.',
    done: {
      created: '{{who}} was created.',
      replaced: '{{who}} was replaced as a whole.',
      changed: '{{who}} was changed.',
      deleted: '{{who}} was deleted.',
      read: '{{who}} was read.',
      searched: 'Users or groups were searched.',
      bulk: 'Many changes came in one request.',
      asked: 'The identity provider asked what this service can do.',
    },
    refused: {
      created: '{{who}} could not be created: {{why}}',
      replaced: '{{who}} could not be replaced: {{why}}',
      changed: '{{who}} could not be changed: {{why}}',
      deleted: '{{who}} could not be deleted: {{why}}',
      read: '{{who}} could not be read: {{why}}',
      searched: 'The search was refused: {{why}}',
      bulk: 'The request with many changes was refused: {{why}}',
      asked: 'The request was refused: {{why}}',
    },
    advice: {
      'credentials-missing':
        'The identity provider sent no credentials. Enter the token or the client id and secret in its provisioning settings.',
      'credentials-invalid':
        'The client id or secret is wrong, or was regenerated here. Enter the current one at the identity provider.',
      'token-invalid':
        'The token is wrong, revoked, or of somebody who was deactivated. Make a new one under API credentials and enter it at the identity provider.',
      'token-expired':
        'The token is too old. Most identity providers fetch a new one by themselves; if yours can’t, give it a provisioning token.',
      'address-not-allowed':
        'The credential may be used from certain addresses only. Add this address to it, or let it be used from anywhere.',
      'user-name-taken':
        'Somebody else has this user name. Rename one of them, or match the two by userName in the identity provider’s settings.',
      'group-name-taken':
        'Another group has this name. Rename one of them, or link the existing one at the identity provider.',
      'break-glass-user':
        'The name belongs to the local emergency admin, whom the identity provider must not touch. Give the person another user name there.',
      'local-user':
        'This user was made here and was never taken over by the identity provider. Assign the person there first, or delete them here.',
      'last-admin': 'This is the last active admin. Make somebody else admin first.',
      'unknown-member':
        'The group names a member that does not exist here. Provision that person or group first; most identity providers then repeat the change.',
      'too-many-requests':
        'The identity provider was faster than allowed. It repeats by itself; if this stays, raise the limit.',
      'provisioning-paused':
        'Provisioning is paused here. Turn it on again on the provisioning page; the identity provider then goes on.',
      'storage-unavailable':
        'The storage did not answer. The identity provider tries again by itself; look at the service if this stays.',
      missing:
        'It does not exist here, or not any more. Most identity providers then create it anew; otherwise restart provisioning for it.',
      clash:
        'Something that exists here already stands in the way. Compare both, and change or link one.',
      access:
        'The credential may not do this. Check its rights and the user it acts as under API credentials.',
      invalid:
        'The request does not fit. Compare what was sent with the reason, and mend the attribute mapping at the identity provider.',
      ours: 'This was our fault. The identity provider tries again; tell whoever runs the service if it stays.',
    },
  },
} as const;
