import type { RefusalCode } from '#lib/errors.ts'

type Refused = Readonly<{ title: string; why: string }>

/** What happened and why, for people: `refusals` by code, `fields` by what is wrong with one field of a form. */
export const errors = {
  requestId: 'Request id',
  tryAgain: 'Try again',
  tryAgainIn: 'You can try again in {minutes, plural, one {one minute} other {# minutes}}.',
  /** Requests that got no usable response. The title also stands alone, at the bottom of the page. */
  outage: {
    signIn: 'Sign in to continue',
    offline: { title: 'Offline. Retrying…', why: 'What you entered is still here.' },
    unreachable: { title: 'Latchkey isn’t responding. Retrying…', why: 'What you entered is still here.' },
    'session-ended': { title: 'Your session ended.', why: 'What you entered is still here. Sign in, then try again.' },
    'unknown-outcome': {
      title: 'The connection was lost.',
      why: 'We don’t know whether your change was saved. Check before you try again.',
    },
    failed: {
      title: 'This didn’t work.',
      why: 'What you entered is still here. Try again, and if that fails, copy it and reload the page.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'This request could not be read',
      why: 'Part of it is missing or damaged. Please go back and try again.',
    },
    method_not_allowed: {
      title: 'This address cannot be used like that',
      why: 'It expects another kind of request. Please start again from your accounts.',
    },
    body_too_large: { title: 'That is too much at once', why: 'What was sent is larger than can be accepted here.' },
    unsupported_grant_type: {
      title: 'This kind of request is not supported',
      why: 'grantType must be client_credentials or refresh_token.',
    },
    invalid_client: {
      title: 'The API key was not accepted',
      why: 'The key ID or the secret is not right, or the key is no longer active.',
    },
    invalid_scope: {
      title: 'This scope is not allowed',
      why: 'The API key allows less than was asked for. Ask for less, or generate another key.',
    },
    invalid_grant: { title: 'The refresh token was not accepted', why: 'Request a new one with the API key.' },
    unauthorized: { title: 'An access token is needed', why: 'The request did not carry one.' },
    malformed_bearer: {
      title: 'The access token could not be read',
      why: 'Send it once, in the header Authorization, after the word Bearer.',
    },
    invalid_token: {
      title: 'The access token was not accepted',
      why: 'It has expired or is no longer valid. Request a new one.',
    },
    insufficient_scope: {
      title: 'The access token does not reach this far',
      why: 'It was issued for something else. Request one with the scope "sso".',
    },
    key_without_introspect: {
      title: 'This API key may not ask about tokens',
      why: 'It was generated without the scope "introspect". Generate one that has it.',
    },
    access_denied: {
      title: 'You cannot open this account',
      why: 'It does not exist, is suspended, or you have no access to it. Whoever manages users and access can tell.',
    },
    too_many_requests: {
      title: 'Too many attempts',
      why: 'Please wait a little before you try again.',
    },
    temporarily_unavailable: {
      title: 'Latchkey is busy at the moment',
      why: 'Please try again in a few seconds. If you were changing something, look first whether it was saved.',
    },
    server_error: {
      title: 'Something on our side failed',
      why: 'Please try again. If it fails again, quote the request id.',
    },
    repeated_cookie: {
      title: 'Your browser sent two session cookies',
      why: 'Another site on the same domain may have added one, so Latchkey can’t tell which one is yours. Delete the cookies of this site and its subdomains, then sign in again or reopen the account.',
    },
    grant_unknown: {
      title: 'This link is not valid',
      why: 'It may have been copied only in part. Please open the account again.',
    },
    grant_expired: {
      title: 'This link has expired',
      why: 'For your safety it can be opened for a few seconds only. Please open the account again.',
    },
    grant_used: {
      title: 'This link was already used',
      why: 'For your safety it opens the account only once. Please open the account again.',
    },
    grant_withdrawn: {
      title: 'This account can no longer be opened with this link',
      why: 'The access behind it was changed after the link was made.',
    },
    grant_other_browser: {
      title: 'This link belongs to another browser',
      why: 'It can be opened only in the browser in which it was made.',
    },
    platform_unreachable: {
      title: 'The platform does not answer',
      why: 'Accounts open on another platform, and it cannot be reached at the moment. Please try again in a few seconds. If it stays like this, tell an owner or an admin.',
    },
    platform_busy: {
      title: 'The platform is busy at the moment',
      why: 'Accounts open on another platform, and it asks for a little patience. Please try again in a few seconds.',
    },
    platform_key_refused: {
      title: 'The platform did not let Latchkey in',
      why: 'Accounts open on another platform, and it does not accept the API key that Latchkey uses there. Please tell an owner or an admin: trying again does not help until that is mended.',
    },
    platform_account_refused: {
      title: 'The platform does not open this account',
      why: 'It does not exist there, is suspended there, or the user that Latchkey acts as there has no access to it. Please tell an owner or an admin.',
    },
    platform_return_refused: {
      title: 'The platform does not know the way back',
      why: 'It sends people back to registered return addresses only, and the address that you would return to, usually that of this Latchkey, is not one of them. An owner or an admin can have it added there.',
    },
    platform_unusable: {
      title: 'The platform’s answer cannot be used',
      why: 'Accounts open on another platform, and what it answered is not what was agreed. Please tell an owner or an admin, and quote the request id.',
    },
    forbidden: { title: 'Your role does not allow this', why: 'An owner or an admin can do it for you.' },
    foreign_form: {
      title: 'This form was sent from another site',
      why: 'For your safety nothing was changed. Please go back to your accounts and try again.',
    },
    not_found: { title: 'There is nothing here', why: 'It does not exist, or no longer does.' },
    signed_out: { title: 'Your session ended', why: 'Sign in, then try again.' },
    sign_in_failed: {
      title: 'You could not be signed in',
      why: 'The name or the password is not right. Check both and try again.',
    },
    confirmation_required: {
      title: 'Please enter your password again',
      why: 'You gave it more than 10 minutes ago, and this changes who can get in.',
    },
    password_wrong: { title: 'The password is not right', why: 'Check it and try again. Nothing was changed.' },
    link_unusable: {
      title: 'This link can no longer be used',
      why: 'It was already used, has expired or was replaced by a newer one. Ask for a new link.',
    },
    input_invalid: {
      title: 'Some fields need attention',
      why: 'Nothing was saved yet. See the notes beside the fields.',
    },
    last_owner: {
      title: 'This is the last active owner',
      why: 'Make somebody else an owner first; otherwise nobody could manage owners any more.',
    },
    conflict: {
      title: 'This is not possible any more',
      why: 'It was changed in the meantime. Look at the current state and try again.',
    },
  } satisfies Record<RefusalCode, Refused>,
  atLeast: 'Use at least {min, plural, one {# character} other {# characters}}.',
  atMost: 'Use at most {max, plural, one {# character} other {# characters}}.',
  fields: {
    required: 'Please fill this in.',
    too_short: 'This is too short.',
    too_long: 'This is too long.',
    too_large: 'This is too large.',
    out_of_range: 'This is outside of what is allowed.',
    malformed: 'This does not have the right form.',
    insecure: 'Only https is allowed; http is for this computer alone.',
    taken: 'This is already in use.',
    reserved: 'This is reserved. Choose another one.',
    common: 'This password is known to attackers. Choose another one.',
    personal: 'This contains your name or address. Choose another one.',
    product: 'This consists mostly of words from this page. Choose another one.',
    pattern: 'This repeats itself or follows the keyboard. Choose another one.',
    mismatch: 'The two do not match.',
    unchanged: 'This is the same as before.',
    wrong: 'This is not right.',
    unknown: 'This does not exist.',
    not_allowed: 'You may not choose this.',
  },
} as const
