export const log = {
  log: {
    title: 'Provisioning log',
    lead: 'Formstead logs every request of your identity provider. Requests without valid credentials are only counted, on the Provisioning page.',
    empty: 'Your identity provider has not sent any requests yet.',
    nothingFound: 'No requests match your filters.',
    shortened: 'Older requests were deleted early',
    shortenedWhy:
      'The provisioning log reached its size limit. Requests up to {{when}} are no longer in it. The operator of Formstead can raise the limit.',
    filter: 'Filter the log',
    search: 'Name or ID',
    live: 'Live updates',
    csv: 'Download CSV',
    what: 'Summary',
    request: 'Request',
    status: 'Status',
    at: 'Time',
    ms: '{{count}} ms',
    duration: 'Duration',
    matched: 'Affected',
    nameBefore: 'Previous name',
    credential: 'Credential',
    nobody: 'Not authenticated',
    from: 'IP address',
    agent: 'User agent',
    requestId: 'Request ID',
    query: 'Query parameters',
    reason: 'Answer to the identity provider',
    requestBody: 'Request body',
    responseBody: 'Response body',
    truncated: 'Part of the content was too long or unreadable and is not stored.',
    adviceTitle: 'What to do',
    notesTitle: 'Notes',
    notes: {
      unknownManagers_one:
        '{{count}} manager is not known yet. The name appears once that person is provisioned.',
      unknownManagers_other:
        '{{count}} managers are not known yet. Their names appear once they are provisioned.',
      blockedUsers_one:
        '{{count}} person is blocked in Formstead and stays blocked, whatever the request says.',
      blockedUsers_other:
        '{{count}} people are blocked in Formstead and stay blocked, whatever the request says.',
      restoredUsers_one:
        '{{count}} inactive user was restored instead of created, because it is the same person.',
      restoredUsers_other:
        '{{count}} inactive users were restored instead of created, because they are the same people.',
      skippedMembers_one:
        '{{count}} member is not known yet. Assign the person in your identity provider. Anyone provisioned within 30 days joins the group.',
      skippedMembers_other:
        '{{count}} members are not known yet. Assign them in your identity provider. Anyone provisioned within 30 days joins the group.',
      removedMembers_one: '{{count}} member was removed because the request had no member list.',
      removedMembers_other:
        '{{count}} members were removed because the request had no member list.',
      keptMembers_one: '{{count}} member was kept although the request had no member list.',
      keptMembers_other: '{{count}} members were kept although the request had no member list.',
      changedRoles_one: '{{count}} person lost the role that the group assigned.',
      changedRoles_other: '{{count}} people lost the role that the group assigned.',
      ignoredAttributes_one: '{{count}} attribute is not part of any schema and was not stored.',
      ignoredAttributes_other:
        '{{count}} attributes are not part of any schema and were not stored.',
      misspelledParameters_one:
        '{{count}} query parameter was ignored because of its letter case. Write "filter", not "Filter", in your identity provider.',
      misspelledParameters_other:
        '{{count}} query parameters were ignored because of their letter case. Write "filter", not "Filter", in your identity provider.',
      oldSchemas_one:
        '{{count}} schema URN is from a draft of SCIM. Replace it with "urn:ietf:params:scim:schemas:core:2.0:User". In OneLogin it is in the SCIM JSON template.',
      oldSchemas_other:
        '{{count}} schema URNs are from a draft of SCIM. Replace them with "urn:ietf:params:scim:schemas:core:2.0:User" and the URNs of your extensions. In OneLogin they are in the SCIM JSON template.',
      droppedCertificates_one:
        '{{count}} certificate was not stored because it could not be read. Send each one as base64 (DER) or PEM.',
      droppedCertificates_other:
        '{{count}} certificates were not stored because they could not be read. Send each one as base64 (DER) or PEM.',
    },
    outcome: 'Outcome',
    outcomes: { ok: 'Success', refused: 'Rejected', failed: 'Failed' },
    method: 'Method',
    resource: 'Type',
    since: 'From date',
    dropped_one: '{{count}} earlier request was not logged',
    dropped_other: '{{count}} earlier requests were not logged',
    some: { user: 'A user', group: 'A group' },
    unnamed: { user: 'Deleted or unknown user', group: 'Deleted or unknown group' },
    deletedName: '{{name}} (deleted)',
    done: {
      created: '{{who}} was created.',
      replaced: '{{who}} was fully updated.',
      changed: '{{who}} was updated.',
      deleted: '{{who}} was deleted.',
      read: '{{who}} was read.',
      searched: 'Users or groups were searched.',
      bulk: 'A bulk request was processed.',
      asked: 'The supported features were read.',
      activated: '{{who}} was activated.',
      deactivated: '{{who}} was deactivated.',
    },
    refused: {
      created: '{{who}} could not be created.',
      replaced: '{{who}} could not be fully updated.',
      changed: '{{who}} could not be updated.',
      deleted: '{{who}} could not be deleted.',
      read: '{{who}} could not be read.',
      searched: 'Users or groups could not be searched.',
      bulk: 'A bulk request could not be processed.',
      asked: 'The request was not successful.',
      activated: '{{who}} could not be activated.',
      deactivated: '{{who}} could not be deactivated.',
    },
    advice: {
      'credentials-missing':
        'Your identity provider sent no credentials. Enter the token, or the client ID and client secret, in its provisioning settings.',
      'credentials-invalid':
        'The client ID or client secret is wrong, or the secret was regenerated. Enter the current values in your identity provider.',
      'token-invalid':
        'The token is wrong or revoked, or its user is inactive. Create a new token in API credentials and enter it in your identity provider.',
      'token-expired':
        'The token has expired. Most identity providers get a new one on their own. If yours does not, give it a provisioning token.',
      'address-not-allowed':
        'The credential does not allow this IP address. Add the address to the credential, or allow all addresses.',
      'user-name-taken':
        'This user name is taken. Change it, or match both users by userName in your identity provider.',
      'group-name-taken':
        'Another group has this name. Rename one of them, or link the existing group in your identity provider.',
      'break-glass-user':
        'This user name belongs to the emergency admin, which an identity provider can’t change. Give the person another user name in your identity provider.',
      'local-user':
        'This user was created in Formstead and is not managed by your identity provider. Assign the person there first, or delete the user here.',
      'last-admin': 'This is the last active admin. Make someone else an admin first.',
      'unknown-member':
        'The group has a member that does not exist in Formstead. Provision that user or group first. Most identity providers then send the change again.',
      'too-many-requests':
        'Your identity provider sent too many requests. It retries on its own. If this continues, ask the operator to raise the limit.',
      'provisioning-paused':
        'Provisioning is paused. Turn it on again on the Provisioning page. Your identity provider then continues.',
      'storage-unavailable':
        'The storage did not respond. Your identity provider retries on its own. If this continues, tell the operator.',
      missing:
        'This does not exist in Formstead, or was deleted. Most identity providers create it again. If yours does not, restart provisioning for it.',
      clash:
        'The request conflicts with something that already exists. Compare both, then change or link one of them.',
      access:
        'The credential does not allow this. Check its permissions and its user in API credentials.',
      invalid: 'The request is not valid. Correct your attribute mapping.',
      ours: 'Formstead could not process the request. Your identity provider retries on its own. If this continues, tell the operator.',
      filter:
        'Your identity provider searches with a filter that Formstead can’t read. Correct the matching attribute or the filter there.',
      syntax:
        'The request is not valid SCIM 2.0. Update the app in your identity provider, or contact its support.',
      address:
        'Formstead has nothing at this address. Compare the SCIM base URL in your identity provider with the one on the Provisioning page.',
      size: 'The request asks for too much at once. Lower the page size or the batch size in your identity provider.',
      manager:
        'The manager does not exist in Formstead. Provision that person first. Most identity providers then send the change again.',
      cycle: 'A group can’t contain itself. Remove the nested group in your identity provider.',
      password:
        'The password is too short or known from a data leak. Turn off password synchronisation in your identity provider.',
      admin:
        'An identity provider can’t change how an admin signs in. Remove the password from your attribute mapping.',
      changed: 'Someone changed this at the same time. Your identity provider retries on its own.',
      disconnected: 'Provisioning is disconnected. Turn it on again on the Provisioning page.',
      busy: 'Formstead was busy or restarting. Your identity provider retries on its own.',
    },
    conflictWith: 'The value belongs to {{link}}.',
    conflictWithInactive: 'The value belongs to {{link}}, who is inactive.',
    connect: 'Connect identity provider',
    emptyLead: 'Requests appear here within about a second, rejected ones too.',
  },
} as const;
