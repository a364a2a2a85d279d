/*
 * Submits the sign-in form and keeps what was entered through an outage or a refusal; shows the password, and that Caps
 * Lock is on. The page is complete without this.
 */

const timeoutMs = 20_000
const delaysMs = [500, 1_000, 2_000, 3_000]
let isBusy = false

document.addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.matches('.lk-form')) return
  event.preventDefault()
  if (isBusy) return
  setBusy(true)
  const response = await sendUntilAnswered(form)
  if (isJson(response)) return location.replace((await response.json()).next)
  await showRefusal(form, response)
  setBusy(false)
})

/** Signing in twice is harmless, so every outage is retried, with what the fields hold by then. */
async function sendUntilAnswered(form) {
  for (let attempt = 0; ; attempt++) {
    const answer = await send(form)
    if (typeof answer !== 'string') return answer
    showProblem(document.querySelector(`template[data-outage="${answer}"]`).content.cloneNode(true))
    await waitForRetry(attempt)
  }
}

/** @returns the response, or the outage that prevented it */
async function send(form) {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch('/sign-in', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(new FormData(form)),
      signal,
    })
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

/** Takes over the card of the refusal's page, with what was entered. */
async function showRefusal(form, response) {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const card = page.querySelector('.lk-card')
  // Not one of our pages: the browser shows it.
  if (!card) return form.submit()
  const entered = new FormData(form)
  document.querySelector('.lk-card').replaceWith(card)
  for (const [name, value] of entered) {
    const field = card.querySelector(`input[name="${name}"]`)
    if (field) field.value = value
  }
  card.querySelector('[autofocus]')?.focus()
}

function showProblem(content) {
  document.querySelector('[data-problem]').replaceChildren(content)
}

function setBusy(busy) {
  isBusy = busy
  document.querySelector('button[type="submit"]')?.setAttribute('aria-busy', String(busy))
  if (!busy) return document.querySelector('.lk-progress')?.remove()
  const progress = document.createElement('div')
  progress.className = 'lk-progress'
  document.body.append(progress)
}

function isJson(response) {
  return response.headers.get('content-type')?.startsWith('application/json')
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

for (const type of ['keydown', 'keyup', 'focusout']) {
  document.addEventListener(type, (event) => {
    if (event.target.id !== 'password') return
    const status = document.querySelector('.lk-caps-lock')
    status.textContent = event.getModifierState?.('CapsLock') ? status.dataset.text : ''
  })
}
