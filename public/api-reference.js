/* Adds to the API reference what needs scripts. The pages are complete without this. */

const confirmedMs = 2_000

for (const figure of document.querySelectorAll('.code')) {
  const caption = figure.querySelector('figcaption').textContent
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy: ${caption}`)
  const status = document.createElement('span')
  status.setAttribute('role', 'status')
  status.className = 'lk-unseen'
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(figure.querySelector('code').textContent).then(
      () => true,
      // Browsers forbid it on http addresses and in some settings: a click on the text selects it.
      () => false,
    )
    button.textContent = status.textContent = copied ? 'Copied' : 'Not allowed here: select the text'
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, confirmedMs)
  })
  figure.append(button, status)
}

// The next page shows its samples in the same language.
for (const radio of document.querySelectorAll('[name="language"]')) {
  radio.addEventListener('change', () => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const attributes = `Path=/api-reference; Max-Age=31536000; SameSite=Lax${secure}`
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on http.
    document.cookie = `latchkey-reference-language=${radio.value}; ${attributes}`
  })
}

const search = document.querySelector('[name="q"]')
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, select, textarea')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search.select()
})

// Links to the former single page: each operation was a fragment of it.
const operation = location.pathname === '/api-reference' ? location.hash.slice(1) : ''
if (operation !== '' && !document.getElementById(operation)) {
  location.replace(`/api-reference/search?${new URLSearchParams({ q: operation })}`)
}
