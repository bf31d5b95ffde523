import {isRecord, type JsonRecord} from '../../model/json'
import type {FinishedRequest, PanelBrowserAdapter} from '../../ui/devtools-panel/browser-adapter'
import {activityPort} from './activity'
import {browser, listen} from './browser'
import {pageBrowserAdapter} from './page-browser-adapter'

type RecordedRequest = JsonRecord & {getContent(answer: (text: string | null, encoding: string | null) => void): void}
type RequestListener = (recorded: RecordedRequest) => void

type DevTools = {
  readonly inspectedWindow: {readonly tabId: number}
  readonly network: {
    readonly onRequestFinished: {
      addListener(listener: RequestListener): void
      removeListener(listener: RequestListener): void
    }
  }
  readonly panels: {create(title: string, icon: string, page: string): void}
}
const devtools = () => (globalThis as unknown as {readonly chrome: {readonly devtools: DevTools}}).chrome.devtools

export const createPanel = (title: string): void => devtools().panels.create(title, 'icon/32.png', 'panel.html')

const toFinished = (recorded: RecordedRequest): FinishedRequest => {
  // A function cannot be part of an export.
  const {getContent: _getContent, ...har} = recorded
  return {
    har: isRecord(har) ? har : {},
    readBody: () =>
      new Promise(done => recorded.getContent((text, encoding) => done({text, encoding: encoding ?? ''}))),
  }
}

export const createPanelBrowserAdapter = (): PanelBrowserAdapter => {
  const {inspectedWindow, network} = devtools()
  return {
    ...pageBrowserAdapter,
    activity: activityPort,
    tab: inspectedWindow.tabId,
    onFinished: listener => listen(network.onRequestFinished, recorded => listener(toFinished(recorded))),
    openOptions: hash => void browser.tabs.create({url: browser.runtime.getURL(`/options.html${hash}`)}),
  }
}
