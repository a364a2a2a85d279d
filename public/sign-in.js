/*
 * Submits the forms of the sign-in and keeps what was entered through an outage or a refusal; uses and creates passkeys;
 * shows the password, and that Caps Lock is on. The pages are complete without this.
 */

const timeoutMs = 20_000
const delaysMs = [500, 1_000, 2_000, 3_000]
/** Challenges expire after five minutes. */
const offerMs = 4 * 60_000
const passkeys = globalThis.PublicKeyCredential
/** A passkey belongs to a host name, never to an IP address. */
const hasPasskeys = Boolean(passkeys?.parseRequestOptionsFromJSON) && !/^\[|^[\d.]+$/.test(location.hostname)
let isBusy = false
/** Ends the wait for a passkey from the list of the name field. */
let waiting

document.documentElement.dataset.passkeys = hasPasskeys ? 'yes' : 'no'
waitForPasskey()

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!form.matches('.lk-form')) return
  event.preventDefault()
  occupy(event.submitter, async () => {
    const isCreation = form.matches('[data-create-passkey]')
    const passkey = isCreation ? await askForPasskey('create', form.action) : ''
    if (passkey === undefined) return
    const response = await sendUntilAnswered(form.action, () => ({
      ...Object.fromEntries(new FormData(form)),
      passkey,
    }))
    await showPage(form, await readPage(response))
  })
})

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-use-passkey]')
  if (button) occupy(button, async () => signInWith(await askForPasskey('get', button.dataset.usePasskey)))
})

/** One at a time, and no passkey from the list meanwhile. */
async function occupy(button, work) {
  if (isBusy) return
  waiting?.abort()
  setBusy(true, button)
  await work().finally(() => setBusy(false, button))
  waitForPasskey()
}

/** Until one is chosen, or something else begins. An outage means no list. */
async function waitForPasskey() {
  if (!hasPasskeys || !document.querySelector('[autocomplete~="webauthn"]')) return
  // Before anything is awaited: a button that is pressed meanwhile must end this, or the browser refuses its request.
  const wait = new AbortController()
  waiting = wait
  if (!(await passkeys.isConditionalMediationAvailable?.()) || wait.signal.aborted) return
  const renewal = setTimeout(() => {
    wait.abort()
    waitForPasskey()
  }, offerMs)
  wait.signal.addEventListener('abort', () => clearTimeout(renewal))
  const response = await send('/sign-in/passkey')
  if (!response.ok || wait.signal.aborted) return
  const passkey = await prompt('get', await response.json(), { mediation: 'conditional', signal: wait.signal })
  if (passkey) occupy(undefined, () => signInWith(passkey))
}

/** @param url offers what the browser needs. @returns undefined if the user cancels */
async function askForPasskey(kind, url) {
  const response = await sendUntilAnswered(url)
  const options = await response.json()
  return options.next === undefined ? prompt(kind, options) : leave(options.next)
}

/** @returns the response as JSON; undefined if the user cancels, which the browser reports as an error */
async function prompt(kind, options, more) {
  const parse = kind === 'get' ? 'parseRequestOptionsFromJSON' : 'parseCreationOptionsFromJSON'
  const asked = navigator.credentials[kind]({ publicKey: passkeys[parse](options), ...more })
  return asked.then(JSON.stringify, () => undefined)
}

async function signInWith(passkey) {
  if (passkey === undefined) return
  const next = document.querySelector('[name="next"]').value
  const page = await readPage(await sendUntilAnswered('/sign-in/passkey', () => ({ passkey, next })))
  showProblem(...page.querySelector('[data-problem]').childNodes)
}

/** Signing in twice is harmless, so every outage is retried, with what the fields hold by then. */
async function sendUntilAnswered(url, readFields) {
  for (let attempt = 0; ; attempt++) {
    const answer = await send(url, readFields?.())
    if (typeof answer !== 'string') return answer
    showProblem(document.querySelector(`template[data-outage="${answer}"]`).content.cloneNode(true))
    await waitForRetry(attempt)
  }
}

/** @returns the response, or the outage that prevented it */
async function send(url, fields) {
  const signal = AbortSignal.timeout(timeoutMs)
  const form = fields && { method: 'POST', body: new URLSearchParams(fields) }
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' }, signal, ...form })
    return [502, 503, 504].includes(response.status) ? 'unreachable' : response
  } catch {
    return signal.aborted ? 'unreachable' : 'offline'
  }
}

/** After a growing delay, or as soon as the browser is online or the tab is focused. */
function waitForRetry(attempt) {
  return new Promise((resolve) => {
    const retry = () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
      removeEventListener('focus', retry)
      resolve()
    }
    const timer = setTimeout(retry, delaysMs[attempt] ?? 4_000)
    addEventListener('online', retry)
    addEventListener('focus', retry)
  })
}

/** Leaves for the next page if the response names it. */
async function readPage(response) {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (isJson) await leave((await response.json()).next)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Never resolves: this page has no more to do. */
function leave(path) {
  location.replace(path)
  return new Promise(() => {})
}

/** Takes over the page, with what was entered. */
async function showPage(form, page) {
  // Not one of ours: the browser shows it.
  if (!page.querySelector('.lk-card')) return form.submit()
  const entered = new FormData(form)
  document.title = page.title
  document.body.replaceChildren(...page.body.children)
  for (const [name, value] of entered) {
    const field = document.querySelector(`.lk-form input[name="${name}"]`)
    if (field) field.value = value
  }
  const target = document.querySelector('[autofocus]')
  target?.focus()
  target?.select?.()
}

function showProblem(...content) {
  document.querySelector('[data-problem]').replaceChildren(...content)
}

function setBusy(busy, button) {
  isBusy = busy
  button?.setAttribute('aria-busy', String(busy))
  if (!busy) return document.querySelector('.lk-progress')?.remove()
  const progress = document.createElement('div')
  progress.className = 'lk-progress'
  document.body.append(progress)
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('.lk-show')
  if (!button) return
  const field = document.getElementById('password')
  field.type = field.type === 'password' ? 'text' : 'password'
  const { otherLabel, otherText } = button.dataset
  Object.assign(button.dataset, { otherLabel: button.ariaLabel, otherText: button.textContent })
  button.ariaLabel = otherLabel
  button.textContent = otherText
})

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy-codes]')
  if (!button) return
  const codes = [...document.querySelectorAll('.lk-codes li')].map((line) => line.textContent.trim())
  await navigator.clipboard.writeText(codes.join('\n'))
  button.textContent = button.dataset.copyCodes
})

/** Back must not show them again. */
addEventListener('pagehide', () => document.querySelector('.lk-codes')?.remove())

for (const type of ['keydown', 'keyup', 'focusout']) {
  document.addEventListener(type, (event) => {
    if (event.target.id !== 'password') return
    const status = document.querySelector('.lk-caps-lock')
    status.textContent = event.getModifierState?.('CapsLock') ? status.dataset.text : ''
  })
}
