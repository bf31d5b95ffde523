import {browser} from './worker-browser'

export const isTabOpen = (id: number): Promise<boolean> =>
  browser.tabs.get(id).then(
    () => true,
    () => false,
  )
