/**
 * One sentence for each kind of audit event. `actor` did it and `subject` is the object of the event; the other names are
 * its facts. Not `as const`: the event chooses the sentence, so no call can be checked.
 */
export const sentences = {
  user: {
    created:
      '<actor></actor> added <subject></subject> as {role, select, owner {an owner} admin {an admin} agent {an agent} other {a service user}}',
    updated: '<actor></actor> changed <subject></subject>',
    deactivated: '<actor></actor> deactivated <subject></subject>',
    reactivated: '<actor></actor> reactivated <subject></subject>',
    password_link_created: '<actor></actor> created a set-password link for <subject></subject>',
    password_set: '<subject></subject> set a password with a link',
    password_changed: '<subject></subject> changed the password',
    profile_changed: '<subject></subject> changed their profile',
  },
  portal_session: {
    started: '<subject></subject> signed in',
    refused:
      '{reason, select, beyond_limit {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from {network} within 15 minutes} beyond_limit_elsewhere {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from other networks within 15 minutes} unknown_name {Someone tried to sign in with an unknown name} service_user {Someone tried to sign in as the service user <subject></subject>} deactivated {<subject></subject> tried to sign in while deactivated} no_password {<subject></subject> tried to sign in before setting a password} wrong_confirmation {<subject></subject> entered a wrong password when asked to confirm it} other {Wrong password entered for <subject></subject>}}',
    ended:
      '{reason, select, signed_out {<subject></subject> signed out} other {<subject></subject> ended {sessions, plural, =1 {another session} other {# other sessions}}}}',
  },
  api_key: {
    generated: '<actor></actor> generated the API key <subject></subject> for {owner}',
    updated: '<actor></actor> changed the API key <subject></subject> of {owner}',
    disabled: '<actor></actor> disabled the API key <subject></subject> of {owner}',
    enabled: '<actor></actor> enabled the API key <subject></subject> of {owner}',
    revoked:
      '{reason, select, reported {The API key <subject></subject> of {owner} was revoked, because someone else had used its hand-over link} other {<actor></actor> revoked the API key <subject></subject> of {owner}}}',
    extended: '<actor></actor> extended the API key <subject></subject> of {owner}',
    limited:
      '<actor></actor> {mode, select, off {removed the call limit of} observe {set an observed call limit for} other {set an enforced call limit for}} the API key <subject></subject> of {owner}',
    handed_over: '<actor></actor> created a hand-over link for the API key <subject></subject> of {owner}',
    hand_over_used: 'The secret of the API key <subject></subject> of {owner} was generated with a hand-over link',
    hand_over_withdrawn: '<actor></actor> withdrew the hand-over link of the API key <subject></subject> of {owner}',
    expiring: 'The API key <subject></subject> of {owner} expires soon',
    secret_rotated:
      '{reason, select, leaked {<actor></actor> rotated the leaked secret of the API key <subject></subject> of {owner}} other {<actor></actor> rotated the secret of the API key <subject></subject> of {owner}}}',
    secret_activated: 'The new secret of the API key <subject></subject> of {owner} was used for the first time',
    secret_retired:
      '{reason, select, leaked {<actor></actor> ended a leaked secret of the API key <subject></subject> of {owner}} time {The former secret of the API key <subject></subject> of {owner} was retired as planned} discarded {<actor></actor> discarded the unused secret of the API key <subject></subject> of {owner}} other {<actor></actor> retired the former secret of the API key <subject></subject> of {owner}}}',
    secret_rehearsed:
      '<actor></actor> rehearsed the retirement of the former secret of the API key <subject></subject> of {owner} for {minutes, plural, one {# minute} other {# minutes}}',
    rehearsal_ended: '<actor></actor> ended the rehearsal for the API key <subject></subject> of {owner}',
  },
  refresh_family: {
    revoked:
      '{reason, select, client_asked {A program revoked all tokens from one token request with the API key <subject></subject>} leaked {<actor></actor> revoked all tokens from one token request with the API key <subject></subject>, because one had leaked} other {An old refresh token of the API key <subject></subject> was used again, so all tokens from the same token request were revoked}}',
  },
  signing_key: {
    announced: '<actor></actor> published the signing key <subject></subject>, which signs tokens from an hour later',
    rotated: '<actor></actor> started signing with the signing key <subject></subject>',
  },
  account: {
    created: '<actor></actor> added the account <subject></subject>',
    updated: '<actor></actor> changed the account <subject></subject>',
    suspended: '<actor></actor> suspended the account <subject></subject>',
    resumed: '<actor></actor> resumed the account <subject></subject>',
    imported:
      '<actor></actor> imported <subject></subject>: {created, plural, =0 {no accounts} one {# account} other {# accounts}} added, {updated, number} changed',
  },
  account_group: {
    created: '<actor></actor> added the account group <subject></subject>',
    updated: '<actor></actor> changed the account group <subject></subject>',
    accounts_added:
      '<actor></actor> added {accounts, plural, one {# account} other {# accounts}} to the group <subject></subject>',
    accounts_removed:
      '<actor></actor> removed {accounts, plural, one {# account} other {# accounts}} from the group <subject></subject>',
    rule_added: '<actor></actor> added a rule to the group <subject></subject>',
    rule_removed: '<actor></actor> removed a rule from the group <subject></subject>',
    deleted: '<actor></actor> deleted the account group <subject></subject>',
  },
  access_request: {
    created: '<actor></actor> requested access to the account {account}',
    approved: '<actor></actor> gave <subject></subject> access to the account {account} on request',
    declined: '<actor></actor> declined the request of <subject></subject> for the account {account}',
  },
  return_address: {
    added: '<actor></actor> added the return address <subject></subject>',
    removed: '<actor></actor> removed the return address <subject></subject>',
  },
  webhook: {
    added: '<actor></actor> added the webhook <subject></subject>',
    updated: '<actor></actor> changed the webhook <subject></subject>',
    removed: '<actor></actor> removed the webhook <subject></subject>',
    secret_rotated: '<actor></actor> rotated the signing secret of the webhook <subject></subject>',
    secret_ended: '<actor></actor> ended the previous signing secret of the webhook <subject></subject>',
    paused:
      '{reason, select, failing {The webhook <subject></subject> was paused: no delivery succeeded for 3 days} gone {The webhook <subject></subject> was paused: it answered 410 Gone} events_lost {The webhook <subject></subject> was paused: events were deleted before they were sent} restored {The webhook <subject></subject> was paused: the database was restored} other {<actor></actor> paused the webhook <subject></subject>}}',
    resumed: '<actor></actor> resumed the webhook <subject></subject>',
    replayed: '<actor></actor> started a replay to the webhook <subject></subject>',
  },
  sso_grant: {
    redeemed:
      '{via, select, launch {<actor></actor> opened the account <subject></subject>} other {<actor></actor> opened the account <subject></subject> with an API key}}',
    obtained: '<actor></actor> was sent to {platform} to open the account <subject></subject>',
    refused:
      '{reason, select, tampered {A sign-in link for {userName} to the account <subject></subject> was refused: it had been altered} other {A sign-in link for {userName} to the account <subject></subject> was refused: access had been revoked}}',
  },
  organization: {
    updated: '<actor></actor> changed the name or the accent color of <subject></subject>',
    logo_changed: '<actor></actor> changed the logo of <subject></subject>',
    logo_removed: '<actor></actor> removed the logo of <subject></subject>',
  },
  account_session: { ended: 'The session of {userName} in the account <subject></subject> was ended' },
  database: {
    restored:
      '{via, select, file {<actor></actor> restored the database from the backup <subject></subject>} other {<actor></actor> restored the database without the restore command}}',
  },
}
