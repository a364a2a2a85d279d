/**
 * One sentence for each kind of audit event. `actor` did it and `subject` is the object of the event; the other names
 * are its facts. Not `as const`: the event chooses the sentence, so no call can be checked.
 */
export const sentences = {
  user: {
    created:
      '<actor></actor> added <subject></subject> as {role, select, owner {an owner} admin {an admin} agent {an agent} other {a service user}}',
    updated: '<actor></actor> changed <subject></subject>',
    deactivated: '<actor></actor> deactivated <subject></subject>',
    reactivated: '<actor></actor> reactivated <subject></subject>',
    password_link_created: '<actor></actor> created a set-password link for <subject></subject>',
    password_link_requested:
      '{reason, select, unknown_name {Someone requested a set-password link for an unknown name} service_user {Someone requested a set-password link for the service user <subject></subject>} deactivated {Someone requested a set-password link for <subject></subject>, who is deactivated} no_password {Someone requested a set-password link for <subject></subject>, who hasn’t set a password yet} no_email {Someone requested a set-password link for <subject></subject>, who has no email address} password_off {Someone requested a set-password link for <subject></subject>, whose email domain signs in without passwords} over_limit {Someone requested too many set-password links for <subject></subject>} other {Someone requested a set-password link for <subject></subject>}}',
    password_set: '<subject></subject> set a password with a link',
    password_changed: '<subject></subject> changed the password',
    profile_changed: '<subject></subject> changed their profile',
    names_requested: '<subject></subject> asked for new sign-in names',
    names_rejected: '<actor></actor> rejected the sign-in names that <subject></subject> chose',
    provisioned: '<actor></actor> took over <subject></subject>, whose sessions, password, and second factors ended',
    provisioning_refused:
      '<actor></actor> wanted to provision {userName}, an unconfirmed name that <subject></subject> chose',
    factor_changed:
      '{change, select, passkey_added {<subject></subject> added a passkey} passkey_removed {<subject></subject> removed a passkey} app_added {<subject></subject> set up an authenticator app} app_replaced {<subject></subject> replaced the authenticator app} app_removed {<subject></subject> removed the authenticator app} codes_replaced {<subject></subject> got new recovery codes} code_used {<subject></subject> used a recovery code} other {<actor></actor> removed every second factor of <subject></subject>}}',
    identity_linked:
      '{how, select, created {<subject></subject> was added at the first sign-in through {provider}} other {<subject></subject> linked {provider} with an invitation}}',
    identity_unlinked: '<actor></actor> unlinked {provider} from <subject></subject>',
    groups_untold: 'The groups of <subject></subject> didn’t come from {provider}; the access they gave remains',
  },
  portal_session: {
    started:
      '{strength, select, otp {<subject></subject> signed in with a code} webauthn {<subject></subject> signed in with a passkey} fed {<subject></subject> signed in through {provider}} fed_mfa {<subject></subject> signed in through {provider}} other {<subject></subject> signed in}}',
    refused:
      '{reason, select, beyond_limit {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from {network} within 15 minutes} beyond_limit_elsewhere {{attempts, plural, one {# more failed sign-in} other {# more failed sign-ins}} from other networks within 15 minutes} unknown_name {Someone tried to sign in with an unknown name} service_user {Someone tried to sign in as the service user <subject></subject>} deactivated {<subject></subject> tried to sign in while deactivated} no_password {<subject></subject> tried to sign in before setting a password} wrong_confirmation {<subject></subject> entered a wrong password or code when asked to confirm who they are} wrong_code {Wrong code entered for <subject></subject>} passkey_cloned {A copy of a passkey was used for <subject></subject>} passkey_refused {A passkey was not accepted} password_off {<subject></subject> tried to sign in with a password, which is off for their email domain} provider_refused {A sign-in through {provider} was not accepted} provider_not_linked {Someone without access here signed in at {provider}} provider_email {Someone signed in at {provider} without a verified address in an allowed domain} provider_user_exists {Someone signed in at {provider} with the address or name of <subject></subject>, who is not linked} provider_factor {A sign-in through {provider} was not strong or recent enough} provider_other_user {Someone signed in at {provider} as another user than <subject></subject>} other {Wrong password entered for <subject></subject>}}',
    ended:
      '{reason, select, signed_out {<subject></subject> signed out} ended_by_manager {<actor></actor> ended {sessions, plural, =1 {a session} other {# sessions}} of <subject></subject>} ended_by_provider {{provider} ended {sessions, plural, =1 {a session} other {# sessions}} of <subject></subject>} other {<subject></subject> ended {sessions, plural, =1 {another session} other {# other sessions}}}}',
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
    narrowed:
      '<actor></actor> limited the access of the API key <subject></subject> of {owner}{sessions, plural, =0 {} one {; # open account was closed} other {; # open accounts were closed}}',
    handed_over: '<actor></actor> created a hand-over link for the API key <subject></subject> of {owner}',
    hand_over_used: 'The secret of the API key <subject></subject> of {owner} was generated with a hand-over link',
    hand_over_withdrawn: '<actor></actor> withdrew the hand-over link of the API key <subject></subject> of {owner}',
    expiring: 'The API key <subject></subject> of {owner} expires soon',
    secret_rotated:
      '{reason, select, leaked {<actor></actor> rotated the leaked secret of the API key <subject></subject> of {owner}} other {<actor></actor> rotated the secret of the API key <subject></subject> of {owner}}}',
    secret_activated: 'The new secret of the API key <subject></subject> of {owner} was used for the first time',
    secret_retired:
      '{reason, select, leaked {<actor></actor> ended a leaked secret of the API key <subject></subject> of {owner}} time {The old secret of the API key <subject></subject> of {owner} was retired as planned} discarded {<actor></actor> discarded the unused secret of the API key <subject></subject> of {owner}} other {<actor></actor> retired the old secret of the API key <subject></subject> of {owner}}}',
    secret_rehearsed:
      '<actor></actor> rehearsed the retirement of the old secret of the API key <subject></subject> of {owner} for {minutes, plural, one {# minute} other {# minutes}}',
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
  group_mapping: {
    added:
      '<actor></actor> mapped the group <subject></subject> to {role, select, admin {the role admin} agent {the role agent} other {the account group {accountGroup}}}',
    removed:
      '<actor></actor> removed the mapping of the group <subject></subject> to {role, select, admin {the role admin} agent {the role agent} other {the account group {accountGroup}}}',
  },
  scim_group: {
    created: '<actor></actor> created the SCIM group <subject></subject>',
    updated: '<actor></actor> changed the SCIM group <subject></subject>',
    members_changed: '<actor></actor> changed the members of the SCIM group <subject></subject>',
    deleted: '<actor></actor> deleted the SCIM group <subject></subject>',
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
  sign_in_provider: {
    added: '<actor></actor> added the sign-in provider <subject></subject>',
    updated: '<actor></actor> changed the sign-in provider <subject></subject>',
    removed: '<actor></actor> removed the sign-in provider <subject></subject>',
  },
  sso_grant: {
    redeemed:
      '{via, select, launch {<actor></actor> opened the account <subject></subject>} other {<actor></actor> opened the account <subject></subject> with an API key}}',
    obtained: '<actor></actor> was sent to {platform} to open the account <subject></subject>',
    refused:
      '{reason, select, tampered {A sign-in link for {userName} to the account <subject></subject> was refused: it had been altered} other {A sign-in link for {userName} to the account <subject></subject> was refused: access had been revoked}}',
    revoked:
      '{sessions, plural, =0 {<actor></actor> revoked a sign-in link for {userName} to the account <subject></subject>, because it had leaked} other {<actor></actor> ended the session of {userName} in the account <subject></subject>, because its sign-in link had leaked}}',
  },
  organization: {
    updated: '<actor></actor> changed the name or the accent color of <subject></subject>',
    logo_changed: '<actor></actor> changed the logo of <subject></subject>',
    logo_removed: '<actor></actor> removed the logo of <subject></subject>',
    sign_in_policy_changed:
      '<actor></actor> changed who needs a second factor: {policy, select, off {off} offered {no one} managers {owners and admins} other {everyone}}',
  },
  account_session: { ended: 'The session of {userName} in the account <subject></subject> was ended' },
  database: {
    issuer_changed:
      'The issuer changed from {formerIssuer} to <subject></subject>, because the server started with a new BASE_URL',
    restored:
      '{via, select, file {<actor></actor> restored the database from the backup <subject></subject>} other {<actor></actor> restored the database without the restore command}}',
    master_secret_rotated: '<actor></actor> put a new master secret into <subject></subject>',
    rekeyed: '<actor></actor> re-encrypted the database with the master secret <subject></subject>',
    master_secret_retired:
      '{mode, select, force {<actor></actor> removed the old master secret from <subject></subject>, although it was still needed} other {<actor></actor> removed the old master secret from <subject></subject>}}',
  },
}
