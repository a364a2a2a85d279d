import { type Html, html } from '../../lib/kernel/html.ts'
import type { Line, Panel } from '../../lib/testing/dashboard.ts'
import type { Range } from '../../lib/testing/prometheus.ts'

export type DrawnPanel = Panel & Readonly<{ lines: readonly Line[] }>

const style = html`<style>
  html { scrollbar-gutter: auto }
  body { margin: 0; padding: 20px; background: var(--page); font: 12px/16px var(--sans); color: var(--ink-muted) }
  header { display: flex; align-items: baseline; gap: 12px; padding-bottom: 14px }
  h1 { margin: 0; font-size: 18px; font-weight: 600; color: var(--ink) }
  header span { margin-left: auto }
  main { display: grid; grid-template-columns: repeat(24, 1fr); grid-auto-rows: 20px; gap: 8px }
  section { display: flex; flex-direction: column; min-width: 0; padding: 12px 16px; background: var(--surface);
    border: 1px solid var(--edge); border-radius: 12px }
  h2 { margin: 0 0 16px; font: 600 13px/16px var(--sans); white-space: nowrap; color: var(--ink) }
  .plot { position: relative; flex: 1; margin: 0 4px 30px 60px }
  .plot span { position: absolute; white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--ink-faint) }
  .value { right: calc(100% + 8px); transform: translateY(-50%) }
  .time { top: calc(100% + 6px); transform: translateX(-50%) }
  svg { position: absolute; width: 100%; height: 100%; overflow: visible; fill: none; stroke-width: 1.5 }
  polyline { stroke: var(--account); stroke-linejoin: round }
  path { stroke: var(--line); stroke-width: 1 }
  svg * { vector-effect: non-scaling-stroke }
  ul { display: flex; flex-wrap: wrap; gap: 2px 12px; margin: 0; padding: 0; list-style: none }
  li::before { content: ''; display: inline-block; width: 12px; height: 3px; margin: 0 6px 3px 0; border-radius: 2px;
    background: var(--account); vertical-align: middle }
  .stat { flex: 1; display: grid; place-items: center; padding-bottom: 12px; font-size: 56px; font-weight: 600 }
</style>`

/** The product's colors of accounts, in an order that tells neighbors apart. */
const colors = [9, 2, 5, 11, 7, 1, 4, 10, 12, 6, 8, 3] as const
const statColors = new Map([
  ['red', 'danger'],
  ['orange', 'warning'],
  ['green', 'success'],
])
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const mebibyte = 2 ** 20

const write: Readonly<Record<Panel['fieldConfig']['defaults']['unit'], (value: number) => string>> = {
  reqps: (value) => `${number.format(value)} req/s`,
  s: (value) => (value < 1 ? `${number.format(value * 1_000)} ms` : `${number.format(value)} s`),
  short: (value) => number.format(value),
  percentunit: (value) => `${number.format(value * 100)}%`,
  bytes: (value) => `${number.format(value / mebibyte)} MiB`,
  bool_yes_no: (value) => (value === 0 ? 'No' : 'Yes'),
}

/** A page with every panel of the dashboard where Grafana puts it, with the styles of the product that serves it. */
export function drawDashboard(panels: readonly DrawnPanel[], range: Range): Html {
  return html`<!doctype html><html lang="en" style="color-scheme: light"><meta charset="utf-8"><title>Dashboard</title>
    <link rel="stylesheet" href="/latchkey.css">${style}
    <header><h1>Latchkey</h1>Panels and queries of the Grafana dashboard, drawn from Prometheus by dashboard-picture.ts
    <span>${number.format((range.end - range.start) / 60)} minutes, UTC</span></header>
    <main>${panels.map((panel) => drawPanel(panel, range))}</main></html>`
}

function drawPanel(panel: DrawnPanel, range: Range): Html {
  const { x, y, w, h } = panel.gridPos
  return html`<section style="grid-area: ${`${y + 1} / ${x + 1} / span ${h} / span ${w}`}"><h2>${panel.title}</h2>
    ${panel.type === 'stat' ? drawStat(panel) : drawLines(panel, range)}</section>`
}

function drawStat({ lines, fieldConfig }: DrawnPanel): Html {
  const { unit, thresholds } = fieldConfig.defaults
  const [, value = Number.NaN] = lines[0]?.points.at(-1) ?? []
  const step = thresholds?.steps.findLast((each) => each.value === null || each.value <= value)
  const color = `color: var(--${statColors.get(step?.color ?? '') ?? 'ink'}-text)`
  return html`<div class="stat" style="${color}">${write[unit](value)}</div>`
}

function drawLines({ lines, fieldConfig }: DrawnPanel, { start, end }: Range): Html {
  const { unit } = fieldConfig.defaults
  const values = axisValues(Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value))), unit)
  const top = values.at(-1) ?? 1
  const across = (second: number) => ((second - start) / (end - start)) * 1_000
  const down = (value: number) => (1 - value / top) * 1_000
  const minutes = Array.from(
    { length: Math.floor(end / 60) - Math.floor(start / 60) },
    (_, index) => 60 * (Math.floor(start / 60) + index + 1),
  )
  const shown = minutes.filter((second) => across(second) > 50 && across(second) < 950)
  return html`<div class="plot">
    ${values.map((value) => html`<span class="value" style="top: ${percent(down(value))}">${write[unit](value)}</span>`)}
    ${shown.map((second) => html`<span class="time" style="left: ${percent(across(second))}">${writeTime(second)}</span>`)}
    <svg viewBox="0 0 1000 1000" preserveAspectRatio="none">
    ${values.map((value) => html`<path d="${`M0 ${down(value)}H1000`}" />`)}
    ${lines.map(
      ({ points }, index) => html`<polyline data-account-color="${colorOf(index)}"
      points="${points.map(([second, value]) => `${across(second).toFixed(1)},${down(value).toFixed(1)}`).join(' ')}" />`,
    )}
    </svg></div>
    <ul>${lines.map(({ name }, index) => html`<li data-account-color="${colorOf(index)}">${name}</li>`)}</ul>`
}

/** Round values from 0 to the first that reaches `max`, at most five. */
function axisValues(max: number, unit: string): readonly number[] {
  const scale = unit === 'bytes' ? mebibyte : 1
  const quarter = (max || 1) / scale / 4
  const power = 10 ** Math.floor(Math.log10(quarter))
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= quarter) ?? 10)
  const count = Math.ceil((max || 1) / scale / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step * scale)
}

const percent = (thousandths: number) => `${(thousandths / 10).toFixed(2)}%`
const writeTime = (second: number) => new Date(second * 1_000).toISOString().slice(11, 16)
const colorOf = (index: number) => String(colors[index % colors.length])
