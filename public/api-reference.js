/* Adds to every piece of code of the API reference a button that copies it. The page is complete without this. */

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
