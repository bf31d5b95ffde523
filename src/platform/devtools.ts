import {isRecord, type JsonRecord} from '../contract/json'
import type {Finished, PanelSurface} from '../ui/panel/surface'
import {activityPort} from './activity'
import {browser} from './browser'
import {pageSurface} from './page-surface'

type Recorded = JsonRecord & {getContent(answer: (text: string | null, encoding: string | null) => void): void}
type Heard = (recorded: Recorded) => void

/** Chrome's own: the polyfill knows no DevTools. */
type DevTools = {
  readonly inspectedWindow: {readonly tabId: number}
  readonly network: {
    readonly onRequestFinished: {addListener(listener: Heard): void; removeListener(listener: Heard): void}
  }
  readonly panels: {create(title: string, icon: string, page: string): void}
}
const devtools = () => (globalThis as unknown as {readonly chrome: {readonly devtools: DevTools}}).chrome.devtools

export const createPanel = (title: string): void => devtools().panels.create(title, 'icon/32.png', 'panel.html')

const finishedOf = (recorded: Recorded): Finished => {
  // The function that reads the body is no data, and belongs to no file.
  const {getContent: _getContent, ...har} = recorded
  return {
    har: isRecord(har) ? har : {},
    content: () => new Promise(done => recorded.getContent((text, encoding) => done({text, encoding: encoding ?? ''}))),
  }
}

/** The browser around the panel. */
export const panelSurface = (): PanelSurface => {
  const {inspectedWindow, network} = devtools()
  return {
    ...pageSurface,
    activity: activityPort,
    tab: inspectedWindow.tabId,
    onFinished(listener) {
      const hear = (recorded: Recorded) => listener(finishedOf(recorded))
      network.onRequestFinished.addListener(hear)
      return () => network.onRequestFinished.removeListener(hear)
    },
    openOptions: hash => void browser.tabs.create({url: browser.runtime.getURL(`/options.html${hash}`)}),
  }
}
