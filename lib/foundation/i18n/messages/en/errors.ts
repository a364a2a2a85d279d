import type { RefusalCode } from '#lib/kernel/errors.ts'

type Refused = Readonly<{ title: string; why: string }>

/** What happened and why, for people: `refusals` by code, `fields` by what is wrong with one field of a form. */
export const errors = {
  requestId: 'Request ID',
  tryAgain: 'Try again',
  goToAccounts: 'Go to your accounts',
  tryAgainIn: 'You can try again in {minutes, plural, one {one minute} other {# minutes}}.',
  /** Requests that got no usable response. The title also stands by itself, at the bottom of the page. */
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
      why: 'What you entered is still here. Try again. If it fails again, copy it and reload the page.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'This request couldn’t be read',
      why: 'Part of it is missing or damaged. Go back and try again.',
    },
    method_not_allowed: {
      title: 'This URL doesn’t accept this kind of request',
      why: 'Start again from your accounts.',
    },
    body_too_large: { title: 'This is too large', why: 'You sent more data than Latchkey accepts here. Send less.' },
    unsupported_grant_type: {
      title: 'This grant type isn’t supported',
      why: 'Use client_credentials or refresh_token.',
    },
    invalid_client: {
      title: 'The API key wasn’t accepted',
      why: 'The key ID or secret is wrong, or the key is no longer active.',
    },
    invalid_scope: {
      title: 'This scope isn’t allowed',
      why: 'The API key doesn’t have this scope. Request another scope, or generate another key.',
    },
    invalid_grant: { title: 'The refresh token wasn’t accepted', why: 'Request a new one with the API key.' },
    unauthorized: {
      title: 'An access token is required',
      why: 'The request has no access token. Send it in the Authorization header.',
    },
    malformed_bearer: {
      title: 'The access token couldn’t be read',
      why: 'Send it once, in the Authorization header, after the word Bearer.',
    },
    invalid_token: {
      title: 'The access token wasn’t accepted',
      why: 'It has expired or is no longer valid. Request a new one.',
    },
    invalid_dpop_proof: {
      title: 'The proof of possession was refused',
      why: 'The program did not prove that it holds the key that its tokens are bound to.',
    },
    use_dpop_nonce: {
      title: 'The program needs a new nonce',
      why: 'Its next request contains the nonce from this response.',
    },
    insufficient_scope: {
      title: 'The access token doesn’t have the required scope',
      why: 'Request one with the required scope.',
    },
    key_without_introspect: {
      title: 'This API key can’t check tokens',
      why: 'It doesn’t have the scope “introspect”. Generate a key that has it.',
    },
    key_not_rotatable: {
      title: 'This API key can’t rotate its own secret',
      why: 'That is decided when a key is generated. An owner or admin can rotate the secret in Latchkey.',
    },
    key_cannot_give_role: {
      title: 'Access tokens can’t give this role',
      why: 'An owner gives it, and reactivates users who have it, in Latchkey.',
    },
    former_secret_works: {
      title: 'The old secret still works',
      why: 'The secret of this API key is already being rotated. Retire the old one first.',
    },
    unknown_position: {
      title: 'The journal doesn’t have this position',
      why: 'Start with the oldest event.',
    },
    access_denied: {
      title: 'You can’t open this account',
      why: 'It doesn’t exist, is suspended, or you don’t have access to it. Ask an owner or admin.',
    },
    too_many_requests: {
      title: 'Too many attempts',
      why: 'Wait a little, then try again.',
    },
    temporarily_unavailable: {
      title: 'Latchkey is busy right now',
      why: 'Try again in a few seconds. If you were changing something, first check whether it was saved.',
    },
    server_error: {
      title: 'Something went wrong on our side',
      why: 'Try again. If it fails again, report the request ID to an owner or admin.',
    },
    repeated_cookie: {
      title: 'Your browser sent two session cookies',
      why: 'Another site on the same domain may have added one, so Latchkey can’t tell which one is yours. Delete the cookies of this site and its subdomains, then sign in again or reopen the account.',
    },
    grant_unknown: {
      title: 'This link isn’t valid',
      why: 'It may be incomplete. Open the account again.',
    },
    grant_expired: {
      title: 'This link has expired',
      why: 'For your security, it works only for a few seconds. Open the account again.',
    },
    grant_used: {
      title: 'This link was already used',
      why: 'For your security, it opens the account only once. Open the account again.',
    },
    grant_withdrawn: {
      title: 'This link no longer opens the account',
      why: 'Access to the account changed after the link was created.',
    },
    grant_other_browser: {
      title: 'This link belongs to another browser',
      why: 'It works only in the browser that it was created in.',
    },
    platform_unreachable: {
      title: 'The platform isn’t responding',
      why: 'Accounts open on another platform, which can’t be reached right now. Try again in a few seconds. If it fails again, tell an owner or admin.',
    },
    platform_busy: {
      title: 'The platform is busy right now',
      why: 'Accounts open on another platform, which is busy. Try again in a few seconds.',
    },
    platform_key_refused: {
      title: 'The platform didn’t accept Latchkey’s API key',
      why: 'Accounts open on another platform, and the API key that Latchkey uses there doesn’t work. Tell an owner or admin. Until they fix it, trying again doesn’t help.',
    },
    platform_account_refused: {
      title: 'The platform doesn’t open this account',
      why: 'On the platform, the account doesn’t exist, is suspended, or isn’t open to the user that Latchkey acts as. Tell an owner or admin.',
    },
    platform_return_refused: {
      title: 'The platform didn’t accept the return address',
      why: 'The platform sends people back only to return addresses registered there. Ask an owner or admin to register this one, usually the URL of this Latchkey.',
    },
    platform_unusable: {
      title: 'The platform sent an invalid response',
      why: 'Accounts open on another platform, and Latchkey couldn’t use its response. Tell an owner or admin, and include the request ID.',
    },
    forbidden: { title: 'Your role doesn’t allow this', why: 'Ask an owner or admin.' },
    foreign_form: {
      title: 'This form was sent from another site',
      why: 'For your security, nothing was changed. Go back to your accounts and try again.',
    },
    not_found: { title: 'Not found', why: 'It doesn’t exist, or it was removed.' },
    precondition_failed: { title: 'This changed in the meantime', why: 'Read it again, then repeat your change.' },
    idempotency_key_reused: {
      title: 'Idempotency-Key already used',
      why: 'Use a new Idempotency-Key for another request.',
    },
    not_implemented: { title: 'Latchkey doesn’t support this', why: 'Use another way to do it.' },
    signed_out: { title: 'Your session ended', why: 'Sign in, then try again.' },
    sign_in_failed: {
      title: 'Sign-in failed',
      why: 'The name or password is wrong. Check both and try again.',
    },
    confirmation_required: {
      title: 'Confirm it’s you',
      why: 'Your last confirmation was more than 10 minutes ago, and this changes who has access.',
    },
    password_wrong: { title: 'The password is wrong', why: 'Check it and try again. Nothing was changed.' },
    code_wrong: {
      title: 'The code is wrong',
      why: 'It’s wrong, expired, or was already used. Enter the next code that your app shows.',
    },
    passkey_refused: {
      title: 'This passkey wasn’t accepted',
      why: 'It isn’t registered here, or the request took too long. Try again, or sign in with your password.',
    },
    factor_required: {
      title: 'A second factor is required',
      why: 'Add a passkey or an authenticator app first.',
    },
    password_short: {
      title: 'Your password is too short without a second factor',
      why: 'Change it to one of at least 15 characters first. Then you can remove your last second factor.',
    },
    sign_in_expired: {
      title: 'This sign-in has ended',
      why: 'It took longer than 10 minutes, or was finished in another tab. Sign in again.',
    },
    link_unusable: {
      title: 'This link no longer works',
      why: 'It was already used, has expired, or was replaced by a newer one. Ask for a new link.',
    },
    input_invalid: {
      title: 'Some fields need attention',
      why: 'Nothing was saved yet. See the notes next to the fields.',
    },
    last_owner: {
      title: 'This is the last active owner',
      why: 'Make someone else an owner first. Otherwise no one could manage owners anymore.',
    },
    conflict: {
      title: 'This is no longer possible',
      why: 'It was changed in the meantime. Check the current state and try again.',
    },
  } satisfies Record<RefusalCode, Refused>,
  atLeast: 'Use at least {min, plural, one {# character} other {# characters}}.',
  atMost: 'Use at most {max, plural, one {# character} other {# characters}}.',
  confirm: {
    title: 'Confirm it’s you',
    why: 'Confirm that it’s you to continue. Your last confirmation was more than 10 minutes ago.',
    kept: 'Confirm that it’s you to continue. What you entered is kept.',
    password: 'Your password',
    code: 'Code of your authenticator app or a recovery code',
    submit: 'Continue',
    passkey: 'Confirm with a passkey',
    provider: 'Continue with {label}',
    providerWhy: 'Your company’s sign-in asks who you are, and brings you back here.',
    instead: 'Use your password and a code instead',
    unsupported: 'This browser can’t use passkeys. Use your password and a code.',
    failed: 'Your browser couldn’t use a passkey. Try again, or use your password and a code.',
  },
  fields: {
    required: 'Fill in this field.',
    too_short: 'This is too short.',
    too_long: 'This is too long.',
    too_large: 'This is too large.',
    out_of_range: 'This is outside the allowed range.',
    malformed: 'This isn’t in the right format.',
    insecure: 'Use https. Plain http is accepted only for this computer (localhost).',
    taken: 'This is already in use.',
    reserved: 'This is reserved. Choose another one.',
    common: 'Attackers know this password. Choose another one.',
    breached: 'This password appeared in a data breach. Choose another one.',
    personal: 'This contains your name, username, or email address. Choose another one.',
    company: 'This consists mostly of your organization’s name or web address. Choose another one.',
    product: 'This consists mostly of words from this page. Choose another one.',
    pattern: 'This repeats itself or follows the keyboard. Choose another one.',
    mismatch: 'These don’t match.',
    unchanged: 'This is the same as before.',
    wrong: 'This is wrong.',
    expired: 'This has expired. Start again.',
    unknown: 'This doesn’t exist.',
    not_allowed: 'You can’t choose this.',
  },
} as const
