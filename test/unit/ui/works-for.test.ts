import {expect, it} from 'vitest'
import {editorTexts} from '../../../src/locales/editor'

it.each([
  ['Request', ['workers', 'sendBeacon', 'form posts', 'WebSocket messages']],
  ['Response', ['workers', 'EventSource', 'WebSocket messages']],
  ['Delay', ['workers', 'form posts', 'EventSource', 'WebSockets']],
  ['UserAgent', ['Web workers']],
] as const)('a %s rule lists the requests that it cannot reach', (type, limits) => {
  for (const each of limits) expect(editorTexts(`worksForType.${type}`)).toContain(each)
})
