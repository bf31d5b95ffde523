// @vitest-environment happy-dom
import {readFileSync} from 'node:fs'
import {afterEach, describe, expect, it} from 'vitest'
import {closePage, startPopup} from './page'
import {fakeClient} from './fake-client'

afterEach(closePage)

/** The markup, however its lines are broken and its attributes ordered. */
function written(element: Element): string {
  const attributes = [...element.attributes]
    // Only where no script has run yet.
    .filter(({name, value}) => name !== 'autofocus' && !(name === 'value' && value === ''))
    .map(({name, value}) => `${name}=${value.trim()}`)
    .toSorted()
  const children = [...element.childNodes].map(node =>
    node instanceof Element ? written(node) : (node.textContent ?? '').trim(),
  )
  return `<${[element.localName, ...attributes].join(' ')}>${children.join('')}</>`
}

describe('the frame of the popup', () => {
  it('stands in its HTML as the script draws it first, so that nothing moves', () => {
    const html = readFileSync('entrypoints/popup/index.html', 'utf8')
    const painted = new DOMParser().parseFromString(html, 'text/html').getElementById('app')
    startPopup(fakeClient())
    const drawn = document.body.firstElementChild
    if (!painted || !drawn) throw new Error('no frame')
    if (process.env['SHOW_FRAME']) console.log(drawn.innerHTML)
    expect([...painted.children].map(written)).toEqual([...drawn.children].map(written))
    expect(painted.className).toBe(drawn.className)
  })
})
